import { namedVariant } from '../base/discriminators.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import { keywordOf } from '../base/schema-set.ts'
import { resolveUri } from '../base/uris.ts'
import { reachableInPlace } from '../base/subschemas.ts'
import {
  type Attempt,
  type CompiledSchema,
  Evaluated,
  type Evaluation,
  type Judge,
  type RuleContext,
  type RuleMaker,
} from './rule.ts'
import { type Breach, listIn, restrict, type Shell, toBreach, without } from './shell.ts'

const compileBranches = (keyword: string, { schema, child }: RuleContext): CompiledSchema[] => {
  const list = schema[keyword]
  return Array.isArray(list) ? list.flatMap((_, index) => child(keyword, index) ?? []) : []
}

/** `allOf` (2020-12 Core, 10.2.1.1). */
export const allOfRule: RuleMaker = (_, context) => {
  const branches = compileBranches('allOf', context)
  return (value, run, seen) => run.keepsAll(branches, (branch) => branch.judge(value, run, seen))
}

/** The results of the branches of a union: those that hold, and all attempts in order. */
interface Trial {
  readonly holding: readonly CompiledSchema[]
  readonly attempts: readonly Attempt[]
}

const tryBranches = (
  branches: readonly CompiledSchema[],
  value: unknown,
  run: Evaluation,
  seen: Evaluated | undefined,
  enough: number,
): Trial => {
  const holding: CompiledSchema[] = []
  const attempts: Attempt[] = []
  for (const branch of branches) {
    const own = seen && new Evaluated()
    const attempt = run.attempt(branch, value, own)
    attempts.push(attempt)
    if (!attempt.held) continue
    holding.push(branch)
    run.replay(attempt)
    if (own !== undefined) seen?.merge(own)
    // Annotations and coverage need every branch that holds; the verdict alone does not.
    else if (holding.length >= enough && run.tell === undefined) break
  }
  return { holding, attempts }
}

/** If no branch holds, those that break one statement alone still report their keywords, since they came closest. */
const replayNearest = (attempts: readonly Attempt[], run: Evaluation): void => {
  for (const attempt of attempts) if (attempt.failures.length === 1) run.replay(attempt)
}

/** `anyOf` (2020-12 Core, 10.2.1.2). */
export const anyOfRule: RuleMaker = (_, context) => {
  const { node } = context
  const branches = compileBranches('anyOf', context)
  if (branches.length === 0) return undefined
  return (value, run, seen) => {
    const { holding, attempts } = tryBranches(branches, value, run, seen, 1)
    const held = holding.length > 0
    run.tell?.(node, 'anyOf', held)
    if (held) return true
    replayNearest(attempts, run)
    seen?.addAll()
    return run.fail(
      node,
      'anyOf',
      'matches none of the allowed schemas',
      attempts.map(({ failures }) => failures),
    )
  }
}

/** `oneOf` (2020-12 Core, 10.2.1.3). */
export const oneOfRule: RuleMaker = (_, context) => {
  const { node } = context
  const branches = compileBranches('oneOf', context)
  if (branches.length === 0) return undefined
  return (value, run, seen) => {
    const isBrief = run.failures === undefined && run.direction === undefined
    const enough = isBrief ? 2 : branches.length + 1
    const { holding, attempts } = tryBranches(branches, value, run, seen, enough)
    const isClear = holding.length < 2 || isClearLiterally(holding, value, run)
    const held = holding.length > 0 && isClear
    run.tell?.(node, 'oneOf', held)
    if (held) return true
    if (holding.length === 0) replayNearest(attempts, run)
    seen?.addAll()
    const message =
      holding.length === 0 ? 'matches none of the allowed schemas' : 'matches more than one of the schemas'
    return run.fail(
      node,
      'oneOf',
      message,
      attempts.map(({ failures }) => failures),
    )
  }
}

/** If some properties need not be sent, several branches may hold. By the strict schema, only one of them may. */
const isClearLiterally = (branches: readonly CompiledSchema[], value: unknown, run: Evaluation): boolean =>
  run.direction !== undefined &&
  branches.filter((branch) => run.holdsLiterally(() => branch.judge(value, run, undefined))).length < 2

/** `not` (2020-12 Core, 10.2.1.4). */
export const notRule: RuleMaker = (_, { node, child }) => {
  const negated = child('not')
  if (negated === undefined) return undefined
  return (value, run) => {
    const held = !run.holdsLiterally(() => negated.judge(value, run, undefined))
    run.tell?.(node, 'not', held)
    return held || run.fail(node, 'not', 'matches a schema that it must not match')
  }
}

/** `if` with `then` and `else` (2020-12 Core, 10.2.2). */
export const ifRule: RuleMaker = (_, { child }) => {
  const condition = child('if')
  if (condition === undefined) return undefined
  const [positive, negative] = [child('then'), child('else')]
  return (value, run, seen) => {
    const own = seen && new Evaluated()
    const isMet = run.holdsLiterally(() => condition.judge(value, run, own))
    if (isMet && own !== undefined) seen?.merge(own)
    return (isMet ? positive : negative)?.judge(value, run, seen) ?? true
  }
}

/** `dependentSchemas` (2020-12 Core, 10.2.2.4). */
export const dependentSchemasRule: RuleMaker = (argument, { child }) => {
  const dependencies = Object.keys(isObject(argument) ? argument : {}).map(
    (name) => [name, child('dependentSchemas', name)] as const,
  )
  return (value, run, seen) =>
    !isObject(value) ||
    run.keepsAll(
      dependencies,
      ([name, schema]) =>
        schema === undefined || !Object.hasOwn(value, name) || schema.judge(value, run, seen),
    )
}

/** The number of pairs of branches to try for a value that satisfies two. */
const MOST_PAIRS = 12

/** How a value can break `not`, and `anyOf` and `oneOf` as a whole: by matching no branch, or two. */
export const logicBreaches = (shell: Shell): Breach[] => [
  ...notBreaches(shell),
  ...noBranch(shell, 'anyOf'),
  ...noBranch(shell, 'oneOf'),
  ...twoBranches(shell),
]

const notBreaches = (shell: Shell): Breach[] => {
  const { not } = shell
  if (not === undefined) return []
  return [toBreach('not', 'forbidden_value', restrict(without(shell, 'not'), isObject(not) ? not : {}))]
}

const noBranch = (shell: Shell, keyword: 'anyOf' | 'oneOf'): Breach[] => {
  const branches = listIn(shell, keyword)
  if (branches.length === 0) return []
  const none = restrict(without(shell, keyword), ...branches.map((branch): JsonObject => ({ not: branch })))
  return [toBreach(keyword, 'no_matching_branch', none)]
}

const twoBranches = (shell: Shell): Breach[] => {
  const branches = listIn(shell, 'oneOf').filter(isObject)
  const rest = without(shell, 'oneOf')
  const pairs = branches.flatMap((one, index) =>
    branches.slice(index + 1).map((other) => [one, other] as const),
  )
  const variants = pairs
    .slice(0, MOST_PAIRS)
    .map(([one, other]) => ({ shell: restrict(rest, one, other), probes: [] }))
  return variants.length === 0
    ? []
    : [{ keyword: 'oneOf', scenario: 'several_matching_branches', each: false, variants }]
}

/** `$ref` (2020-12 Core, 8.2.3.1), followed when it is first needed. */
export const refRule: RuleMaker = (reference, { node, compile }) => {
  if (typeof reference !== 'string') return undefined
  let follow: Judge | undefined
  const resolve = (): Judge => {
    const found = node.set.resolve(node, reference)
    const target = compile(found)
    if (!reachableInPlace(found).has(node)) return target.judge
    return (value, run, seen) => judgeOnce(target, value, run, seen)
  }
  return (value, run, seen) => (follow ??= resolve())(value, run, seen)
}

/** `$dynamicRef`: to the outermost schema resource entered that has the same `$dynamicAnchor` (2020-12 Core, 8.2.3.2). */
export const dynamicRefRule: RuleMaker = (reference, { node, compile }) => {
  if (typeof reference !== 'string') return undefined
  const { fragment } = resolveUri(reference, node.baseUri)
  let initial: CompiledSchema | undefined
  return (value, run, seen) => {
    initial ??= compile(node.set.resolve(node, reference))
    let target = initial.node
    if (keywordOf(target, '$dynamicAnchor') === fragment) {
      for (const scope of run.scopes) {
        const found = node.set.findDynamicAnchor(scope, fragment)
        if (found === undefined) continue
        target = found
        break
      }
    }
    return judgeOnce(compile(target), value, run, seen)
  }
}

/** `discriminator` beside schemas that extend this one: the value must satisfy the schema that it names. */
export const discriminatorRule: RuleMaker =
  (_argument, { node, compile }) =>
  (value, run, seen) => {
    const variant = namedVariant(node, value)
    return variant === undefined || judgeOnce(compile(variant), value, run, seen)
  }

/**
 * Follows a reference that may come back to itself without descending into the value (2020-12 Core, 9.4.1). The second visit reports
 * nothing, so that judging ends.
 */
const judgeOnce = (
  { node, judge }: CompiledSchema,
  value: unknown,
  run: Evaluation,
  seen: Evaluated | undefined,
): boolean => {
  const { depth, followed } = run
  if (followed.some((active) => active.node === node && active.depth === depth)) return true
  followed.push({ node, depth })
  const held = judge(value, run, seen)
  followed.pop()
  return held
}

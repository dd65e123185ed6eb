import { namedVariant } from '../base/discriminators.ts'
import { keywordOf, resolveUri } from '../base/schema-set.ts'
import { reachableInPlace } from '../base/subschemas.ts'
import type { CompiledSchema, Evaluated, Evaluation, Judge, RuleMaker } from './rule.ts'

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

/** `discriminator` beside schemas that extend this one: the value is held to the one that it names. */
export const discriminatorRule: RuleMaker =
  (_argument, { node, compile }) =>
  (value, run, seen) => {
    const variant = namedVariant(node, value)
    return variant === undefined || judgeOnce(compile(variant), value, run, seen)
  }

/**
 * Follows a reference that may come back to itself without going deeper into the value: the second time it says nothing,
 * rather than never ending (2020-12 Core, 9.4.1).
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

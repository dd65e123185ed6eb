import { placeOf } from '../../schema/schema-node.ts'
import { just, open, type Alternative, type Choice, type Failing, type Holding, type Step } from './choice.ts'
import { fails, holds, type Literal } from './goal.ts'
import type { JsonType } from './json-type.ts'
import { referenceTargets } from './reference-target.ts'
import { branchesOf, childOf, hasSchema, namesBelow } from './subschemas.ts'
import { trackerOf, withTracker, type Tracker } from './tracker.ts'

/** Beyond this many branches, unions that evaluate are not taken apart into all sets of branches. */
const MAX_SETS = 5

/** What the keywords that combine schemas ask of a value of any type (JSON Schema Core, 10.2). */
export const holdApplicators = (holding: Holding, type: JsonType): { steps: Step[]; choices: Choice[] } => {
  const { node, schema, scope, direction, entry } = holding
  const trackers = trackersOf(holding, type)
  const held = (literal: Literal): Step => open(literal, trackers, entry)
  const below = (keyword: string) => childOf(node, keyword)
  const steps: Step[] = [...referenceTargets(node, scope), ...branchesOf(node, schema, 'allOf')].map(
    (target) => held(holds(target, scope, direction)),
  )
  const choices: Choice[] = []

  const any = branchesOf(node, schema, 'anyOf')
  if (any.length > 0) {
    const isExact = trackers.some((tracker) => tracker.isExact)
    choices.push(
      setsOf(any.length, trackers).map((set): Alternative => {
        const chosen = any.filter((_, index) => set.has(index))
        const others = isExact ? any.filter((_, index) => !set.has(index)) : []
        const ways = [
          ...chosen.map((branch) => held(holds(branch, scope, direction))),
          ...others.map((branch) => open(fails(branch, scope))),
        ]
        const [branch] = chosen
        return branch === undefined || chosen.length > 1 ? { steps: ways } : { steps: ways, branch }
      }),
    )
  }
  const one = branchesOf(node, schema, 'oneOf')
  if (one.length > 0) {
    choices.push(
      one.map((branch): Alternative => {
        const make = (): Step[] =>
          one.filter((other) => other !== branch).map((other) => open(fails(other, scope)))
        return { steps: [held(holds(branch, scope, direction)), { kind: 'deferred', make }], branch }
      }),
    )
  }
  if (hasSchema(schema, 'not')) steps.push(open(fails(below('not'), scope)))
  const follow = (keyword: string): Step[] =>
    hasSchema(schema, keyword) ? [held(holds(below(keyword), scope, direction))] : []
  if (
    hasSchema(schema, 'if') &&
    (trackers.length > 0 || hasSchema(schema, 'then') || hasSchema(schema, 'else'))
  ) {
    choices.push([
      just(held(holds(below('if'), scope, undefined)), ...follow('then')),
      just(open(fails(below('if'), scope)), ...follow('else')),
    ])
  }
  for (const name of type === 'object' ? namesBelow(schema, 'dependentSchemas') : []) {
    const dependent = held(holds(childOf(node, 'dependentSchemas', name), scope, direction))
    choices.push([just({ kind: 'absent', name }), just({ kind: 'present', name }, dependent)])
  }
  return { steps, choices }
}

/** The ways in which a value breaks one of the keywords that combine schemas. */
export const failApplicators = ({ node, schema, scope }: Failing, type: JsonType): Alternative[] => {
  const below = (keyword: string) => childOf(node, keyword)
  const kept = (keyword: string): Step => open(holds(below(keyword), scope, undefined))
  const broken = (keyword: string): Step => open(fails(below(keyword), scope))
  const alternatives: Alternative[] = [
    ...referenceTargets(node, scope),
    ...branchesOf(node, schema, 'allOf'),
  ].map((target) => just(open(fails(target, scope))))
  const any = branchesOf(node, schema, 'anyOf')
  if (any.length > 0) alternatives.push(just(...any.map((branch) => open(fails(branch, scope)))))
  const one = branchesOf(node, schema, 'oneOf')
  if (one.length > 0) alternatives.push(just(...one.map((branch) => open(fails(branch, scope)))))
  for (const [index, first] of one.entries()) {
    for (const second of one.slice(index + 1)) {
      alternatives.push(just(open(holds(first, scope, undefined)), open(holds(second, scope, undefined))))
    }
  }
  if (hasSchema(schema, 'not')) alternatives.push(just(kept('not')))
  if (hasSchema(schema, 'if')) {
    if (hasSchema(schema, 'then')) alternatives.push(just(kept('if'), broken('then')))
    if (hasSchema(schema, 'else')) alternatives.push(just(broken('if'), broken('else')))
  }
  for (const name of type === 'object' ? namesBelow(schema, 'dependentSchemas') : []) {
    const dependent = open(fails(childOf(node, 'dependentSchemas', name), scope))
    alternatives.push(just({ kind: 'present', name }, dependent))
  }
  return alternatives
}

/** All trackers that see what is evaluated in place: those of the schemas around, and of the schema itself. */
const trackersOf = ({ node, schema, outer, without }: Holding, type: JsonType): readonly Tracker[] => {
  if (type !== 'object' && type !== 'array') return []
  const keyword = type === 'object' ? 'unevaluatedProperties' : 'unevaluatedItems'
  const isOwn = hasSchema(schema, keyword) && keyword !== without
  return isOwn ? withTracker(outer, trackerOf(placeOf(node), keyword, false)) : outer
}

/**
 * The sets of branches to let hold, by index: one each; where something is tracked, more at once evaluate more. Smallest
 * first.
 */
const setsOf = (count: number, trackers: readonly Tracker[]): readonly ReadonlySet<number>[] => {
  const singles = Array.from({ length: count }, (_, index) => new Set([index]))
  if (trackers.length === 0 || count === 1) return singles
  if (count > MAX_SETS) return [...singles, new Set(Array.from({ length: count }, (_, index) => index))]
  return Array.from({ length: 2 ** count - 1 }, (_, bits) => {
    return new Set(
      Array.from({ length: count }, (_unused, index) => index).filter(
        (index) => ((bits + 1) & (1 << index)) !== 0,
      ),
    )
  }).toSorted((a, b) => a.size - b.size)
}

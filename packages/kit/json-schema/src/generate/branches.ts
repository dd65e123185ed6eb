import {
  type Discriminator,
  extendsSchema,
  findDiscriminator,
  namesOfVariant,
  variantsOf,
} from '../base/discriminators.ts'
import type { SchemaNode } from '../base/schema-set.ts'
import { childOf, hasSchema, namesBelow, schemasAt } from '../base/subschemas.ts'
import {
  type Alternative,
  type Choice,
  type Expansion,
  type Failing,
  type Holding,
  just,
  open,
  type Step,
  trackersAt,
} from './draft.ts'
import { fails, type Goal, holds, type Literal, referenceTargets, type Tracker } from './goal.ts'
import type { JsonType } from '../base/json.ts'

/** Beyond this many branches, unions that evaluate are not taken apart into all sets of branches. */
const MAX_SETS = 5

/** The requirements of the combining keywords for a value of any type (JSON Schema Core, 10.2). */
export const holdApplicators = (holding: Holding, type: JsonType): { steps: Step[]; choices: Choice[] } => {
  const { node, schema, scope, direction, entry } = holding
  const trackers = trackersOf(holding, type)
  const held = (literal: Literal): Step => open(literal, trackers, entry)
  const below = (keyword: string) => childOf(node, keyword)
  const steps: Step[] = [...referenceTargets(node, scope), ...schemasAt(node, 'allOf')].map((target) =>
    held(holds(target, scope, direction)),
  )
  const choices: Choice[] = []

  const any = schemasAt(node, 'anyOf')
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
  const one = schemasAt(node, 'oneOf')
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
  const alternatives: Alternative[] = [...referenceTargets(node, scope), ...schemasAt(node, 'allOf')].map(
    (target) => just(open(fails(target, scope))),
  )
  const any = schemasAt(node, 'anyOf')
  if (any.length > 0) alternatives.push(just(...any.map((branch) => open(fails(branch, scope)))))
  const one = schemasAt(node, 'oneOf')
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
const trackersOf = (holding: Holding, type: JsonType): readonly Tracker[] => {
  if (type === 'object') return trackersAt(holding, 'unevaluatedProperties').trackers
  return type === 'array' ? trackersAt(holding, 'unevaluatedItems').trackers : []
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

/** The state of a search that discriminators depend on. */
export interface Discrimination {
  /** Whether it is proved that no value meets a goal. */
  readonly isEmpty: (goal: Goal) => boolean
  /** The schemas that the value is known to hold by now, in the order in which they were found. */
  readonly held: () => readonly SchemaNode[]
}

/**
 * Adds the meaning of a schema's `discriminator`: the property names the variant that holds. It is no assertion, so a value without it is
 * valid, but servers rely on it. If it contradicts a variant, it is ignored.
 */
export const discriminate = (holding: Holding, expansion: Expansion, by: Discrimination): Expansion => {
  const discriminator = findDiscriminator(holding.node)
  if (discriminator === undefined) return expansion
  const { node } = holding
  if (schemasAt(node, 'oneOf').length + schemasAt(node, 'anyOf').length > 0) {
    const choices = expansion.choices.map((choice) =>
      choice.map((way) => nameBranch(discriminator, holding, way, by)),
    )
    return { ...expansion, choices }
  }
  return extendByVariant(discriminator, holding, expansion, by)
}

/** In a union: the branch that holds is named. */
const nameBranch = (
  discriminator: Discriminator,
  holding: Holding,
  way: Alternative,
  by: Discrimination,
): Alternative => {
  if (way.branch === undefined) return way
  const named = nameIn(
    discriminator,
    namesOfVariant(discriminator, way.branch),
    holdsIn(holding, way.branch),
    by,
  )
  return named === undefined ? way : { ...way, steps: [...way.steps, open(named)] }
}

/** In a base schema: the variant that extends it is named; if none is known yet, one is chosen. */
const extendByVariant = (
  discriminator: Discriminator,
  holding: Holding,
  expansion: Expansion,
  by: Discrimination,
): Expansion => {
  const { node } = holding
  const held = by
    .held()
    .find((one) => extendsSchema(one, node) && namesOfVariant(discriminator, one).length > 0)
  if (held !== undefined) {
    const named = nameIn(discriminator, namesOfVariant(discriminator, held), holdsIn(holding, held), by)
    return named === undefined ? expansion : { ...expansion, steps: [...expansion.steps, open(named)] }
  }
  const ways = variantsOf(node, discriminator).flatMap(({ node: variant, names }): Alternative[] => {
    const literal = holdsIn(holding, variant)
    const named = nameIn(discriminator, names, literal, by)
    return named === undefined ? [] : [just(open(literal, holding.outer, holding.entry), open(named))]
  })
  return ways.length === 0 ? expansion : { ...expansion, choices: [...expansion.choices, ways] }
}

const holdsIn = ({ scope, direction }: Holding, node: SchemaNode): Literal => holds(node, scope, direction)

/** The property that names a variant; undefined if it has no name, or cannot have that property. */
const nameIn = (
  { property: name }: Discriminator,
  values: readonly string[],
  variant: Literal,
  by: Discrimination,
): Literal | undefined => {
  const named: Literal = { kind: 'property', name, goal: [{ kind: 'values', values }] }
  return values.length === 0 || by.isEmpty([variant, named]) ? undefined : named
}

import type { SchemaNode } from '../../schema/schema-node.ts'
import { just, open, type Alternative, type Expansion, type Holding } from './choice.ts'
import {
  extendsSchema,
  findDiscriminator,
  namesOfVariant,
  variantsOf,
  type Discriminator,
} from './discriminator.ts'
import { holds, type Goal, type Literal } from './goal.ts'
import { branchesOf } from './subschemas.ts'

/** What must be known of a search to obey discriminators. */
export interface Discrimination {
  /** Whether it is proved that no value meets a goal. */
  readonly isEmpty: (goal: Goal) => boolean
  /** The schemas that the value is known to hold by now, in the order in which they were found. */
  readonly held: () => readonly SchemaNode[]
}

/**
 * Adds to the meaning of a schema what its `discriminator` says: the property names the variant that holds. It is no
 * assertion, so a value without it is valid; but servers go by it. Where it contradicts a variant, it is overlooked.
 */
export const discriminate = (holding: Holding, expansion: Expansion, by: Discrimination): Expansion => {
  const discriminator = findDiscriminator(holding.node)
  if (discriminator === undefined) return expansion
  const { node, schema } = holding
  if (branchesOf(node, schema, 'oneOf').length + branchesOf(node, schema, 'anyOf').length > 0) {
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

/** In a base schema: the variant that extends it is named; where none is known yet, one is chosen. */
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

/** The property that names a variant; undefined where it has no name, or cannot have that property. */
const nameIn = (
  { property: name }: Discriminator,
  values: readonly string[],
  variant: Literal,
  by: Discrimination,
): Literal | undefined => {
  const named: Literal = { kind: 'property', name, goal: [{ kind: 'values', values }] }
  return values.length === 0 || by.isEmpty([variant, named]) ? undefined : named
}

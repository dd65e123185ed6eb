import type { Json } from '../schema/json.ts'
import type { SchemaNode } from '../schema/schema-node.ts'
import { findBreakable } from './invalid/find-breakable.ts'
import { nameStatements } from './invalid/name-statements.ts'
import { boundaryValuesOf } from './scenarios/boundary-values-of.ts'
import { distinctValues } from './scenarios/distinct-values.ts'
import { onceForEach } from './once-for-each.ts'
import type { ScenarioValue } from './scenarios/scenario-value.ts'
import { findTemplate } from './scenarios/template/find-template.ts'
import { UnsatisfiableSchemaError } from './unsatisfiable-schema-error.ts'
import type { ValueOptions } from './valid-values.ts'

export type { ScenarioValue }

/**
 * The positive scenarios of one schema: each boundary, enum value, branch and optional property once, the rest held at a
 * template. Every value is valid; none occurs twice.
 */
export const boundaryValues = onceForEach<readonly ScenarioValue[]>(boundaryValuesOf)

/**
 * The negative scenarios: each statement broken once, `type` once by each other type, the rest held at the template.
 * Every value is proved to break its statement alone; none occurs twice.
 */
export const brokenValues = onceForEach((node, options): readonly ScenarioValue[] =>
  distinctValues(
    findBreakable(node, options).flatMap(({ breach, witnesses }) =>
      (breach.each ? witnesses : witnesses.slice(0, 1)).map((witness) => ({
        ...nameStatements(witness),
        scenario: breach.scenario,
        value: witness.value,
      })),
    ),
  ),
)

/**
 * The smallest plain valid value, the same in every run: the template around which scenarios change one thing. Objects
 * hold their required properties, arrays one item where they may; examples and defaults of the schema are taken where
 * they are valid. Throws {@link UnsatisfiableSchemaError}.
 */
export const templateValue = (node: SchemaNode, options: ValueOptions = {}): Json => {
  const value = findTemplate(node, options)
  if (value === undefined)
    throw new UnsatisfiableSchemaError(node.pointer, node.documentUri, 'no value was found')
  return value
}

import { own, type Json, type JsonObject } from '../../schema/json.ts'
import type { Goal } from './goal.ts'

/** The values that `const`, else `enum`, of one schema lists; undefined where it lists none. */
export const valuesListedBy = (schema: JsonObject): readonly Json[] | undefined => {
  if (Object.hasOwn(schema, 'const')) return [schema['const'] ?? null]
  const values = own(schema, 'enum')
  return Array.isArray(values) ? values : undefined
}

/** The fewest values that a literal of the goal lists at first sight; undefined where none does. */
export const valuesListedIn = (goal: Goal): readonly Json[] | undefined => {
  let fewest: readonly Json[] | undefined
  for (const literal of goal) {
    const listed =
      literal.kind === 'values'
        ? literal.values
        : literal.kind === 'holds' && typeof literal.node.schema !== 'boolean'
          ? valuesListedBy(literal.node.schema)
          : undefined
    if (listed !== undefined && listed.length < (fewest?.length ?? Infinity)) fewest = listed
  }
  return fewest
}

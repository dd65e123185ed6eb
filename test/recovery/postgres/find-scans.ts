/**
 * Returns the tables of which SQLite reads every row for a statement, by the steps of its plan (its documentation, EXPLAIN QUERY
 * PLAN). The steps do not mention limits, but rows read in order are read only up to the limit.
 */
export function findScans(statement: string, steps: readonly string[]): readonly string[] {
  const isSorted = steps.some((step) => step.includes('TEMP B-TREE'))
  if (statement.endsWith('limit cast(? as bigint)') && !isSorted) return []
  // Constants and rows of values are not tables.
  return steps.flatMap((step) => /^SCAN (?!CONSTANT|\d)(\w+)/.exec(step)?.[1] ?? [])
}

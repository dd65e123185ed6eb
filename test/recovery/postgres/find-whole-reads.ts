/** A step of a plan in PostgreSQL's format (its documentation, EXPLAIN, format json). */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/**
 * Returns the tables of which a plan reads every row: sequentially, or by an index without a condition. A read that ends with the
 * limit above it does not count, if the rows come in the order of the index.
 */
export function findWholeReads(node: PlanNode, isLimited = false): readonly string[] {
  const { 'Node Type': type, 'Relation Name': table, Plans: below = [] } = node
  // A step that sorts or counts has to read all rows before a limit applies.
  const passesOn =
    type === 'Limit' || (isLimited && !['Sort', 'Incremental Sort', 'Aggregate', 'Hash'].includes(type))
  const found = below.flatMap((each) => findWholeReads(each, passesOn))
  const isWhole =
    type === 'Seq Scan' || (/^(Bitmap )?Index/.test(type) && node['Index Cond'] === undefined && !isLimited)
  return isWhole ? [...found, table ?? node['Index Name'] ?? type] : found
}

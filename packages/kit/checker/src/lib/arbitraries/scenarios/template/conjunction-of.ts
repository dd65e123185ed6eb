import type { SchemaNode } from '../../../schema/schema-node.ts'
import { createDerivedNode, isDerived } from '../../invalid/derived-node.ts'
import { referTo } from '../../invalid/shell-of.ts'

/** One schema that says what all of these say. */
export const conjunctionOf = (nodes: readonly SchemaNode[]): SchemaNode => {
  const home = nodes.find(isDerived) ?? nodes[0]
  if (home === undefined) throw new TypeError('There is nothing to conjoin.')
  return nodes.length === 1 ? home : createDerivedNode(home, { allOf: nodes.map((node) => referTo(node)) })
}

import type { ApiOperation } from '../document/api-document.ts'
import type { ResourceGraph } from './resource-graph.ts'

/**
 * The operations in an order in which each finds what it needs: those that create, then those that read, change and delete; what
 * depends on nothing first, and last where things are deleted. Otherwise in the order given.
 */
export const orderOperations = (
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly ApiOperation[] => {
  const creators = new Set(
    graph.resources.flatMap(({ create }) => (create === undefined ? [] : [create.operation])),
  )
  const removers = new Set(
    graph.resources.flatMap(({ remove }) => (remove === undefined ? [] : [remove.operation])),
  )
  const turnOf = (operation: ApiOperation): number => {
    if (creators.has(operation)) return 0
    if (operation.method === 'GET' || operation.method === 'HEAD') return 1
    return operation.method === 'DELETE' || removers.has(operation) ? 3 : 2
  }
  const depths = new Map<ApiOperation, number>()
  const depthOf = (operation: ApiOperation): number => {
    const known = depths.get(operation)
    if (known !== undefined) return known
    depths.set(operation, 0)
    const needs = graph.bindings(operation).flatMap(({ resource, isRequired }) => {
      const creator = isRequired ? resource?.create?.operation : undefined
      return creator === undefined || creator === operation ? [] : [depthOf(creator) + 1]
    })
    const depth = Math.max(0, ...needs)
    depths.set(operation, depth)
    return depth
  }
  const rank = (operation: ApiOperation): readonly [turn: number, depth: number] => {
    const turn = turnOf(operation)
    return [turn, turn === 3 ? -depthOf(operation) : depthOf(operation)]
  }
  return operations
    .map((operation) => ({ operation, rank: rank(operation) }))
    .toSorted((left, right) => left.rank[0] - right.rank[0] || left.rank[1] - right.rank[1])
    .map(({ operation }) => operation)
}

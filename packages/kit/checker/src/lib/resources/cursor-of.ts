import type { ApiOperation } from '../document/api-document.ts'
import type { ResourceGraph } from './resource-graph.ts'

/**
 * The query parameter by which a list takes a cursor, or undefined. Only an answer gives a value that means something there: any other
 * text keeps the schema, and a server is right to refuse it.
 */
export const cursorOf = ({ resources }: ResourceGraph, operation: ApiOperation): string | undefined => {
  const list = resources.find((resource) => resource.list?.operation === operation)?.list
  return list?.paging?.style === 'cursor' ? list.paging.position : undefined
}

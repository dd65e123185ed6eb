import type { ApiOperation } from '../document/api-document.ts'
import { cursorOf } from '../resources/cursor-of.ts'
import type { ResourceGraph } from '../resources/resource-graph.ts'
import type { RequestValues } from '../wire/request-values.ts'
import { withParameter } from './with-value.ts'

/** The same request without a made-up cursor, where the cursor may be left out. */
export const withoutCursor = (
  graph: ResourceGraph,
  operation: ApiOperation,
  values: RequestValues,
): RequestValues => {
  const name = cursorOf(graph, operation)
  const cursor = operation.parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)
  return cursor === undefined || cursor.required
    ? values
    : withParameter(values, 'query', cursor.name, undefined)
}

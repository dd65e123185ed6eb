import type { ApiOperation } from '../../document/api-document.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { provideInputs } from './provide-inputs.ts'
import type { Walk } from './walk.ts'

/** Makes anew what the body of a creation refers to: a copy that is on loan cannot be lent again. What the path names stays. */
export const renewReferences = async (
  walk: Walk,
  operation: ApiOperation,
  resource: Resource,
): Promise<void> => {
  const bindings = walk.port.graph.bindings(operation)
  const inPath = new Set(
    bindings.flatMap(({ location, resource: each }) => (location === 'path' ? [each] : [])),
  )
  for (const { location, resource: each } of bindings) {
    if (location === 'body' && each !== undefined && each !== resource && !inPath.has(each))
      walk.ids.delete(each)
  }
  await provideInputs(walk, operation, resource)
}

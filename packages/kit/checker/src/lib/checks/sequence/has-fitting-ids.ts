import type { ApiDocument } from '../../document/api-document.ts'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import type { Exchange } from '../../run/exchange.ts'
import { parsePointer } from '../../schema/json-pointer.ts'
import { fitsParameter } from './fits-parameter.ts'

/**
 * Whether the ids in path and query are surely the right ones: told by `Location` or a request, or taken from a property whose name
 * suits the parameter. `/pets/{slug}` filled with an `id` is not.
 */
export const hasFittingIds = ({ document, case: { boundTo = {} } }: Exchange): boolean =>
  Object.entries(boundTo).every(([place, origin]) => {
    const parameter = /^(?:path|query)\.(.+)$/.exec(place)?.[1]
    const property = /\$response\.body#.*\/([^/]+)$/.exec(origin)?.[1] ?? listedProperty(document, origin)
    return parameter === undefined || property === undefined || fitsParameter(parameter, property)
  })

/** `listPets list` stands for the id of an item, wherever an item has it. */
const listedProperty = (document: ApiDocument, origin: string): string | undefined => {
  const id = /^(.+) list$/.exec(origin)?.[1]
  const list = buildResourceGraph(document).resources.find(
    (resource) => resource.list?.operation.id === id,
  )?.list
  return list?.idPointer === undefined ? undefined : parsePointer(list.idPointer).at(-1)
}

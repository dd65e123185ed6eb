import type { ApiOperation } from '../document/api-document.ts'
import { keyOfSegments, pathSegments } from './path-segments.ts'
import type { InputPlace, Resource } from './resource-graph.ts'

/** The resource whose item an input names by where it stands: its place in the path, or the place an operation takes the id of its item. */
export type FindOwner = (operation: ApiOperation, place: InputPlace) => Resource | undefined

/** Looks up owners of inputs; built once for a document. */
export const createOwnerFinder = (resources: readonly Resource[]): FindOwner => {
  const byKey = new Map(resources.map((resource) => [resource.key, resource]))
  const places = new Map<ApiOperation, Map<string, Resource>>()
  for (const resource of resources) {
    for (const call of [resource.read, resource.replace, resource.patch, resource.remove]) {
      if (call?.id === undefined) continue
      const taken = places.get(call.operation) ?? new Map<string, Resource>()
      places.set(call.operation, taken.set(`${call.id.location} ${call.id.name}`, resource))
    }
  }
  return (operation, { location, name }) => {
    if (location !== 'path') return places.get(operation)?.get(`${location} ${name}`)
    const segments = pathSegments(operation.path)
    const index = segments.findIndex(({ parameter }) => parameter === name)
    return index === -1 ? undefined : byKey.get(keyOfSegments(segments.slice(0, index + 1)))
  }
}

import type { ApiOperation } from '../document/api-document.ts'
import { appendTokens } from '../schema/json-pointer.ts'
import { isObject } from '../schema/json.ts'
import type { DeclaredLink, InputPlace, Producer } from './resource-graph.ts'

/** What declared links give to an input; an expression each, and for paths constants too. */
export type LinkProducers = (operation: ApiOperation, place: InputPlace) => readonly Producer[]

/** Looks up what declared links give, by operation and place. */
export const groupLinks = (links: readonly DeclaredLink[]): LinkProducers => {
  const groups = new Map<ApiOperation, Map<string, Producer[]>>()
  for (const { source, target, inputs, body } of links) {
    const places = groups.get(target) ?? new Map<string, Producer[]>()
    groups.set(target, places)
    const fromBody = Object.entries(isObject(body) ? body : {}).map(([name, value]) => ({
      location: 'body' as const,
      name: appendTokens('', name),
      value,
    }))
    for (const { location, name, value } of [...inputs, ...fromBody]) {
      if (typeof value !== 'string' || (location !== 'path' && !value.includes('$'))) continue
      const producers = places.get(`${location} ${name}`) ?? []
      producers.push({ operation: source, expression: value, origin: 'link' })
      places.set(`${location} ${name}`, producers)
    }
  }
  return (operation, { location, name }) => groups.get(operation)?.get(`${location} ${name}`) ?? []
}

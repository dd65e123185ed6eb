import { readPointer } from '../resources/read-pointer.ts'
import { own, type Json } from '../schema/json.ts'
import type { RequestValues } from '../wire/request-values.ts'
import type { InputPlace } from '../resources/resource-graph.ts'

/** A place as bindings write it: `path.petId`, `body./ownerId`. */
export const parsePlace = (place: string): InputPlace => {
  const at = place.indexOf('.')
  const location = LOCATIONS.find((name) => name === place.slice(0, at)) ?? 'body'
  return { location, name: place.slice(at + 1) }
}

const LOCATIONS = ['path', 'query', 'header', 'cookie'] as const

/** What a request has at a place; the first value where the place stands for several. */
export const valueAtPlace = (values: RequestValues | undefined, place: string): Json | undefined => {
  if (values === undefined) return undefined
  const { location, name } = parsePlace(place)
  if (location !== 'body') return own(values[location], name)
  return values.body === undefined ? undefined : readPointer(values.body.value, name)[0]
}

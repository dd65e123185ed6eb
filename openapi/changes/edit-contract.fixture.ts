import type { Json, JsonObject } from '../scripts/publish.ts'

/** The object at a place of a document, to be changed there; throws where there is none. */
export function objectAt(document: JsonObject, ...keys: readonly string[]): JsonObject {
  return keys.reduce((object, key) => {
    const value = object[key]
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      throw new Error(`No object at ${key}`)
    return value
  }, document)
}

/** The list at a place of a document, to be changed there; throws where there is none. */
export function listAt(document: JsonObject, ...keys: readonly string[]): Json[] {
  const value = objectAt(document, ...keys.slice(0, -1))[keys.at(-1) ?? '']
  if (!Array.isArray(value)) throw new Error(`No list at ${keys.join(' ')}`)
  return value
}

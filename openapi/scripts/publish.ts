/** A JSON value, as a bundled document is made of. */
export type Json = null | boolean | number | string | Json[] | JsonObject

export interface JsonObject {
  [key: string]: Json
}

/** What only the workshop reads: where a statement comes from, and how a test reaches an example. */
const internalKeys: ReadonlySet<string> = new Set(['x-source', 'x-request'])

const examplePrefix = '#/components/examples/'

/** The document as partners get it: the same, without `x-source` and `x-request`. */
export function toPublished(document: JsonObject): JsonObject {
  const kept = Object.entries(document).filter(([key]) => !internalKeys.has(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, mapObjects(value, toPublished)]))
}

/**
 * The document with each named example in its place, instead of a reference into `components/examples`.
 * The bundler names such components after the file alone and numbers the clashes; in place, an example's
 * name is the one its operation gives it, which is also what the mock and the docs look up.
 */
export function withExamplesInPlace(document: JsonObject): JsonObject {
  const { examples, ...components } = toObject(document['components'])
  return putExamples({ ...document, components }, toObject(examples))
}

function putExamples(object: JsonObject, examples: JsonObject): JsonObject {
  const reference = object['$ref']
  if (typeof reference === 'string' && reference.startsWith(examplePrefix)) {
    return toObject(examples[reference.slice(examplePrefix.length)])
  }
  const entries = Object.entries(object)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, mapObjects(value, (inner) => putExamples(inner, examples))]),
  )
}

function mapObjects(value: Json, map: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, map))
  return value !== null && typeof value === 'object' ? map(value) : value
}

function toObject(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
}

import { type Json, type JsonObject, nodeAt, toObject } from '../documents/json.ts'

/** An operation of a document with what its path item says for all operations. */
export interface SampleOperation {
  readonly path: string
  /** In lower case. */
  readonly method: string
  readonly operation: JsonObject
  readonly pathItem: JsonObject
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The operations of a bundled document, in its order. */
export function listSampleOperations(document: JsonObject): readonly SampleOperation[] {
  return Object.entries(toObject(document['paths'])).flatMap(([path, item]) => {
    const pathItem = resolveObject(document, item)
    return Object.entries(pathItem).flatMap(([method, operation]) =>
      methods.includes(method) ? [{ path, method, operation: toObject(operation), pathItem }] : [],
    )
  })
}

/** The object itself, or the one that its local reference leads to; an empty one where it leads nowhere. */
export function resolveObject(document: JsonObject, node: Json | undefined, depth = 0): JsonObject {
  const object = toObject(node)
  const { $ref } = object
  if (typeof $ref !== 'string' || !$ref.startsWith('#') || depth > 20) return object
  return resolveObject(document, nodeAt(document, $ref), depth + 1)
}

/** The objects of a list, references followed. */
export function resolveList(document: JsonObject, node: Json | undefined): readonly JsonObject[] {
  return Array.isArray(node) ? node.map((item) => resolveObject(document, item)) : []
}

/** A text of an object; empty if there is none. */
export function textOf(object: JsonObject, key: string): string {
  const value = object[key]
  return typeof value === 'string' ? value : ''
}

/** A media type of a body. */
export interface SampleMedia {
  /** A media type without parameters, for example `application/json`. */
  readonly type: string
  readonly media: JsonObject
}

/** The media type that samples show: JSON before forms, forms before texts, else the first. */
export function pickMedia(document: JsonObject, body: JsonObject): SampleMedia | undefined {
  const media = Object.entries(toObject(body['content'])).map(([type, value]) => ({
    type: type.split(';', 1)[0]?.trim().toLowerCase() ?? '',
    media: resolveObject(document, value),
  }))
  const preferences = [
    isJson,
    (type: string) => type.includes('form'),
    (type: string) => type.startsWith('text/'),
  ]
  for (const isPreferred of preferences) {
    const found = media.find(({ type }) => isPreferred(type))
    if (found !== undefined) return found
  }
  return media[0]
}

/** Whether a media type is JSON: `application/json` and `application/problem+json`. */
export function isJson(type: string): boolean {
  return /[/+]json$/.test(type)
}

/** The response with the lowest status of success, or `default` where no success is declared. */
export function firstSuccess(document: JsonObject, operation: JsonObject): JsonObject | undefined {
  const responses = Object.entries(toObject(operation['responses']))
  const [success] = responses
    .filter(([status]) => status.startsWith('2'))
    .toSorted(([first], [second]) => first.localeCompare(second))
  const found = success ?? responses.find(([status]) => status === 'default')
  return found === undefined ? undefined : resolveObject(document, found[1])
}

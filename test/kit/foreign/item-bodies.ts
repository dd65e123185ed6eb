import {
  equalJson,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  writeJson,
} from '@contract-kit/json-schema/json'
import { sampleValues } from '@contract-kit/json-schema/values'
import type { ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { InputPlace } from '@contract-kit/resources'
import type { Trial } from './trials.ts'

/** Returns the request with a value at a place. A body without this place stays unchanged. */
export function placeValue(
  values: RequestValues,
  { location, name }: InputPlace,
  value: Json,
): RequestValues {
  if (location !== 'body') return { ...values, [location]: { ...values[location], [name]: value } }
  const { body } = values
  return body === undefined
    ? values
    : { ...values, body: { ...body, value: replaceAt(body.value, parsePointer(name), value) } }
}

/** Returns a copy with another value at an existing place. `*` stands for every item. */
function replaceAt(node: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value
  if (Array.isArray(node)) return key === '*' ? node.map((item) => replaceAt(item, rest, value)) : node
  const member = isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
  return isObject(node) && member !== undefined ? { ...node, [key]: replaceAt(member, rest, value) } : node
}

/** The maximum number of bodies to search for one that changes something. */
const mostBodies = 50

/** Returns the request with a body that changes the item. Throws an Error if there is none. */
export function changeBody(
  change: ApiOperation,
  values: RequestValues,
  item: JsonObject,
  id: Json,
): RequestValues {
  const media = change.body?.media.find(({ contentType }) => contentType === values.body?.contentType)
  const ownIds = Object.keys(item).filter((name) => toText(item[name]) === toText(id))
  const other = (
    media?.schema === undefined ? [] : sampleValues(media.schema, { direction: 'request' }, mostBodies)
  )
    .map((value) => ownIds.reduce((body, name) => replaceAt(body, [name], id), value))
    .find((value) => sharedScalars(value, item).some(([said, is]) => !equalJson(said, is)))
  if (media === undefined || other === undefined)
    throw new Error(`${change.id}: no body is found that changes the item`)
  return { ...values, body: { contentType: media.contentType, value: other } }
}

/** IDs are compared as they appear in a path: 7 and `"7"` are equal. */
const toText = (id: Json | undefined): string | undefined =>
  id === undefined || typeof id === 'string' ? id : writeJson(id)

/** Throws an Error if an item differs from the body of a request. */
export function expectSame({ case: { operation, values } }: Trial, item: JsonObject): void {
  const wrong = sharedScalars(values.body?.value ?? null, item).find(([said, is]) => !equalJson(said, is))
  if (wrong !== undefined)
    throw new Error(
      `${operation.id}: it said ${writeJson(wrong[0])}, and the item has ${writeJson(wrong[1])}`,
    )
}

/**
 * Returns the strings, numbers and booleans that a body and an item have under the same name, in pairs. A body may wrap the
 * item once.
 */
function sharedScalars(body: Json, item: JsonObject): readonly (readonly [said: Json, is: Json])[] {
  if (!isObject(body)) return []
  const pairs = Object.entries(body).flatMap(([name, said]) => {
    const is = Object.hasOwn(item, name) ? item[name] : undefined
    return is !== undefined && isScalar(said) && isScalar(is) ? [[said, is] as const] : []
  })
  const [wrapped, ...others] = Object.values(body).filter(isObject)
  return pairs.length === 0 && wrapped !== undefined && others.length === 0
    ? sharedScalars(wrapped, item)
    : pairs
}

const isScalar = (value: Json): boolean => typeof value !== 'object'

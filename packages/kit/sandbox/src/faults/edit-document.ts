import { isObject, type Json, type JsonObject, parsePointer } from '@contract-kit/json-schema/json'

/** Returns the document with one object replaced; unchanged if there is no such object. */
export function editAt(
  document: JsonObject,
  pointer: string,
  edit: (object: JsonObject) => JsonObject,
): JsonObject {
  const change = (value: Json, [token, ...rest]: readonly string[]): Json => {
    if (token === undefined) return isObject(value) ? edit(value) : value
    if (Array.isArray(value))
      return value.map((item, index) => (String(index) === token ? change(item, rest) : item))
    return isObject(value) && Object.hasOwn(value, token)
      ? { ...value, [token]: change(value[token] ?? null, rest) }
      : value
  }
  return change(document, parsePointer(pointer)) as JsonObject
}

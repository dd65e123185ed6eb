import {
  findAt,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  parsePointer,
} from '@contract-kit/json-schema/json'

/** Returns a copy of a document with another value at a pointer. */
export function withValue(document: JsonObject, pointer: string, value: Json): JsonObject {
  const put = (node: Json | undefined, [token, ...rest]: readonly string[]): Json => {
    if (token === undefined) return value
    const below = put(node === undefined ? undefined : memberOf(node, token), rest)
    if (Array.isArray(node)) return node.with(Number(token), below)
    return { ...(isObject(node) ? node : {}), [token]: below }
  }
  return put(document, parsePointer(pointer)) as JsonObject
}

/** Returns a copy in which the schema at a pointer is a component, and the pointer has a reference to it. */
export function extracted(document: JsonObject, pointer: string): JsonObject {
  const schema = findAt(document, pointer) ?? {}
  const referring = withValue(document, pointer, { $ref: '#/components/schemas/Extracted' })
  return withValue(referring, '/components/schemas/Extracted', schema)
}

/** Returns at most `count` items of a list, evenly spread. */
export function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]!)
}

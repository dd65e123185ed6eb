/** A JSON value. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject

export interface JsonObject {
  [key: string]: Json
}

/** Whether a value is a JSON object: no array and not null. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** The value itself where it is an object, else an empty one. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** A text, or a number or boolean as text; empty for anything else. */
export function toText(value: Json | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}

/** The keys that lead to a node, as a JSON Pointer in a URI fragment (RFC 6901, section 6): `#/paths/~1pets`. */
export function toPointer(keys: readonly (string | number)[]): string {
  return `#${keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`
}

/** The keys of a JSON Pointer, written as a string or in a URI fragment. */
export function keysOf(pointer: string): readonly string[] {
  const text = pointer.startsWith('#') ? decodeURIComponent(pointer.slice(1)) : pointer
  return text
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The node that a JSON Pointer leads to; undefined if there is none. */
export function nodeAt(document: Json | undefined, pointer: string): Json | undefined {
  let node: Json | undefined = document
  for (const key of keysOf(pointer)) {
    if (node === null || typeof node !== 'object') return undefined
    node = Array.isArray(node) ? node[Number(key)] : Object.hasOwn(node, key) ? node[key] : undefined
  }
  return node
}

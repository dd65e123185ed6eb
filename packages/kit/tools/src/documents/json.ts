import {
  appendTokens,
  findAt,
  isObject,
  type Json,
  type JsonObject,
  resolveUri,
} from '@contract-kit/json-schema/json'

export { isObject, type Json, type JsonObject, resolveUri }

/** The value if it is an object, else an empty object. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** A string, number or boolean as text; empty for anything else. */
export function toText(value: Json | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}

/** The keys that lead to a node, as a JSON Pointer in a URI fragment (RFC 6901, section 6): `#/paths/~1pets`. */
export function toPointer(keys: readonly (string | number)[]): string {
  return `#${appendTokens('', ...keys)}`
}

/** The node that a JSON Pointer leads to, alone or in a URI fragment; undefined if there is none. */
export function nodeAt(document: Json | undefined, pointer: string): Json | undefined {
  return findAt(document ?? null, pointer.startsWith('#') ? resolveUri(pointer, '').fragment : pointer)
}

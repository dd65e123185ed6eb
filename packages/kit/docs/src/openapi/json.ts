/** A JSON object whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for a JSON object; false for arrays and null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object itself, or an empty one in place of anything else. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The items of an array, or none in place of anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text as it is, numbers and booleans as they are written, and nothing for the rest. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** JSON text as a value; undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The pointer of a local reference, or empty. */
export const referenceOf = (value: unknown): string => toText(toObject(value)['$ref'])

/** The keys of a JSON Pointer (RFC 6901), percent-encoded as in a URI fragment or not. */
export function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => decodeUri(key).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Percent-encoded text decoded; what is no valid escape stays as it is. */
export function decodeUri(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

/**
 * What a local reference leads to, with the keys beside the reference on top of it; a value without a reference is
 * itself. A reference that leads nowhere, or to itself, is an empty object.
 */
export function followReference(
  document: unknown,
  value: unknown,
  followed: readonly string[] = [],
): JsonObject {
  const reference = referenceOf(value)
  if (reference === '') return toObject(value)
  const { $ref: _, ...beside } = toObject(value)
  if (followed.includes(reference)) return beside
  const target = keysOf(reference).reduce<unknown>(
    (node, key) => (Array.isArray(node) ? node[Number(key)] : toObject(node)[key]),
    document,
  )
  return isObject(target)
    ? { ...followReference(document, target, [...followed, reference]), ...beside }
    : beside
}

/**
 * Resolves a JSON Pointer in fragment form (`#/paths/…`, RFC 6901), or returns undefined. Follows a `$ref` on the way,
 * because the bundler decides what is inlined.
 */
export function resolvePointer(document: unknown, pointer: string): unknown {
  let value = document
  for (const token of pointer.split('/').slice(1)) {
    value = step(document, value, token.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return value
}

function step(document: unknown, value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, key)) return Reflect.get(value, key)
  const reference: unknown = Reflect.get(value, '$ref')
  return typeof reference === 'string' ? step(document, resolvePointer(document, reference), key) : undefined
}

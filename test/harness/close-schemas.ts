type Json = null | boolean | number | string | Json[] | JsonObject

interface JsonObject {
  [key: string]: Json
}

/**
 * The document with every object schema closed: an undeclared property is an error. The contract itself stays
 * open, so that it can grow. Its examples must not show undeclared properties.
 */
export function closeSchemas(node: Json): Json {
  if (Array.isArray(node)) return node.map(closeSchemas)
  if (node === null || typeof node !== 'object') return node
  const closed = Object.entries(node).map(([key, value]) => [
    key,
    untouched.has(key) ? value : closeSchemas(value),
  ])
  return { ...Object.fromEntries(closed), ...closingKeyword(node) }
}

/** Examples are values; `not` and `allOf` speak of a part of the properties only. */
const untouched: ReadonlySet<string> = new Set(['example', 'examples', 'value', 'not', 'allOf'])

function closingKeyword(node: JsonObject): JsonObject {
  const isOpenObject = typeof node['properties'] === 'object' && !('additionalProperties' in node)
  if (!isOpenObject) return {}
  const isComposed = ['allOf', 'anyOf', 'oneOf', '$ref'].some((keyword) => keyword in node)
  return isComposed ? { unevaluatedProperties: false } : { additionalProperties: false }
}

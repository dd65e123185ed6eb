type Json = null | boolean | number | string | Json[] | JsonObject

interface JsonObject {
  [key: string]: Json
}

/**
 * Returns the document with every object schema closed, so that undeclared properties are errors. The contract stays open so
 * that it can grow, but its examples must not show undeclared properties.
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

/** Examples are values, and `not` and `allOf` describe only a part of the properties. */
const untouched: ReadonlySet<string> = new Set(['example', 'examples', 'value', 'not', 'allOf'])

function closingKeyword(node: JsonObject): JsonObject {
  const isOpenObject = typeof node['properties'] === 'object' && !('additionalProperties' in node)
  if (!isOpenObject) return {}
  const isComposed = ['allOf', 'anyOf', 'oneOf', '$ref'].some((keyword) => keyword in node)
  return isComposed ? { unevaluatedProperties: false } : { additionalProperties: false }
}

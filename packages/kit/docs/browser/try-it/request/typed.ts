import { isNumber, isObject, type Json } from '@contract-kit/json-schema/json'
import { type SchemaNode, schemasForItem } from '@contract-kit/json-schema/schemas'
import { parseJson, typesOf } from '../../../src/openapi/operations.ts'

/**
 * Converts a typed text: JSON for objects, JSON or a comma-separated list for arrays, otherwise the text. Input that does not fit
 * the schema is sent unchanged, to see how the server responds.
 */
export function toValue(schema: SchemaNode | undefined, text: string): Json {
  const types = typesOf(schema)
  const json = types.includes('array') || types.includes('object') ? parseJson(text) : undefined
  if (Array.isArray(json) || isObject(json)) return json
  return types.includes('array') ? text.split(',').map((item) => item.trim()) : text
}

/** Converts texts to numbers and booleans if the schema expects them. */
export function toTyped(schema: SchemaNode | undefined, value: Json): Json {
  if (Array.isArray(value))
    return value.map((item, index) => toTyped(schema && schemasForItem(schema, index)[0], item))
  if (typeof value !== 'string') return value
  const types = typesOf(schema)
  const json = parseJson(value)
  const isMeant =
    types.includes('integer') || types.includes('number')
      ? isNumber(json)
      : types.includes('boolean') && typeof json === 'boolean'
  return isMeant && json !== undefined ? json : value
}

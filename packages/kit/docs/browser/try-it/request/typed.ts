import { isNumber, isObject, type Json } from '@contract-kit/json-schema/json'
import { type SchemaNode, schemasForItem } from '@contract-kit/json-schema/schemas'
import { parseJson, typesOf } from '../../../src/openapi/operations.ts'

/**
 * The value that a text in a form stands for: JSON for objects, JSON or a list with commas for arrays, anything else as it is.
 * What does not fit is sent as it is, to see what the server says.
 */
export function toValue(schema: SchemaNode | undefined, text: string): Json {
  const types = typesOf(schema)
  const json = types.includes('array') || types.includes('object') ? parseJson(text) : undefined
  if (Array.isArray(json) || isObject(json)) return json
  return types.includes('array') ? text.split(',').map((item) => item.trim()) : text
}

/** The same value with numbers and flags in place of texts, where the schema means these. */
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

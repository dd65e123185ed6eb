import type { Json } from '../schema/json.ts'

/**
 * A value as the text of a parameter or form field: a string as it is, anything else as JSON, whole numbers without an
 * exponent, so that a reader of digits knows them.
 */
export const toText = (value: Json): string => {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isInteger(value)
    ? BigInt(value).toString()
    : JSON.stringify(value)
}

import type { Json } from '../schema/json.ts'

/** The JSON type of a value, as JSON Schema calls it; every number is a `number`. */
export const jsonTypeOf = (value: Json): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

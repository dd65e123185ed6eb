/** A JSON object whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for a JSON object; false for arrays and null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object itself, or an empty one in place of anything else. */
export function toObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
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

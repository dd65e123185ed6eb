/** A JSON object whose members are not known yet. */
export type JsonObject = Record<string, unknown>

/** True for an object that is not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

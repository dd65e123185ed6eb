/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject

/** A JSON object; only own enumerable properties count. */
export interface JsonObject {
  [key: string]: Json
}

/** Whether a value is a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The own property of an object, never one of its prototype: `toString` is as absent as any other name. What is no
 * object has no properties.
 */
export const own = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

import { isObject } from '@contract-kit/json-schema/json'

export { isObject }

/** A JSON object whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The object itself, or an empty one in place of anything else. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The items of an array, or none in place of anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A string as is, numbers and booleans as text, and an empty string for other values. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : ''
}

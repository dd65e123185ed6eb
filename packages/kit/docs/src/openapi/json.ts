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

/** Text as it is, numbers and booleans as they are written, and nothing for the rest. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : ''
}

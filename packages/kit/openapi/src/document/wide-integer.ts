import { appendTokens, isObject, type Json, own } from '@contract-kit/json-schema/json'

/**
 * The first schema that allows integers beyond the precision of a JavaScript number: `format: int64` or `uint64` without a bound, or
 * a bound beyond 2^53. Returns a JSON Pointer below the given one; undefined if there is none.
 */
export const findWideInteger = (value: Json, pointer = ''): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  if (isObject(value) && isWide(value)) return pointer
  for (const [key, child] of Object.entries(value)) {
    const found = findWideInteger(child, appendTokens(pointer, key))
    if (found !== undefined) return found
  }
  return undefined
}

const WIDE_FORMATS: readonly (Json | undefined)[] = ['int64', 'uint64']

const isWide = (schema: Json): boolean => {
  if (![own(schema, 'type')].flat().includes('integer')) return false
  const bottom = [own(schema, 'minimum'), own(schema, 'exclusiveMinimum')]
  const top = [own(schema, 'maximum'), own(schema, 'exclusiveMaximum')]
  const isBounded = [bottom, top].every((bounds) => bounds.some(Number.isSafeInteger))
  return [...bottom, ...top].some(isBeyond) || (WIDE_FORMATS.includes(own(schema, 'format')) && !isBounded)
}

const isBeyond = (bound: Json | undefined): boolean =>
  typeof bound === 'bigint' || Math.abs(Number(bound)) > Number.MAX_SAFE_INTEGER

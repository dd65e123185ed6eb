import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { percentEncode, RESERVED } from './percent-encode.ts'
import { delimiterOf, type StyleRule } from './style-rule.ts'
import { toText } from './to-text.ts'

/** A name and a value as they stand in a query, percent-encoded. */
export type Pair = readonly [name: string, value: string]

/**
 * Writes a value as name-value pairs. Null, an empty list and an empty object are undefined in RFC 6570 (2.3) and leave no
 * pair; what stands deeper than the style defines is written as JSON, for want of a rule.
 */
export const writePairs = (rule: StyleRule, value: Json | undefined): readonly Pair[] => {
  const keep = rule.allowReserved ? RESERVED : ''
  const name = percentEncode(rule.name)
  const pair = (key: string, text: Json): Pair => [percentEncode(key), percentEncode(toText(text), keep)]
  const joined = (items: readonly Json[]): Pair => [
    name,
    items.map((item) => percentEncode(toText(item), keep.replace(',', ''))).join(delimiterOf(rule.style)),
  ]
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null)
    if (items.length === 0) return []
    return rule.explode || rule.style === 'deepObject'
      ? items.map((item) => pair(rule.name, item))
      : [joined(items)]
  }
  if (!isObject(value)) return [pair(rule.name, value)]
  if (rule.style === 'deepObject') return writeDeep(rule.name, value).map(([key, text]) => pair(key, text))
  const entries = presentEntries(value)
  if (entries.length === 0) return []
  return rule.explode ? entries.map(([key, text]) => pair(key, text)) : [joined(entries.flat())]
}

/** The properties that RFC 6570 would write: those that are not null. */
export const presentEntries = (value: JsonObject): readonly (readonly [string, Json])[] =>
  Object.entries(value).filter(([, item]) => item !== null)

// `deepObject` is defined for scalar properties alone; deeper ones follow the custom of query parsers: another pair of brackets.
const writeDeep = (name: string, value: JsonObject): readonly (readonly [string, Json])[] =>
  presentEntries(value).flatMap(([key, item]): readonly (readonly [string, Json])[] => {
    const inner = `${name}[${key}]`
    if (isObject(item)) return writeDeep(inner, item)
    if (!Array.isArray(item)) return [[inner, item]]
    return item.flatMap((entry, index) =>
      isObject(entry) ? writeDeep(`${inner}[${index}]`, entry) : [[inner, entry] as const],
    )
  })

import { readListedItems } from '../../resources/listed-items.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { wordsOf } from '../../resources/words-of.ts'
import type { Exchange } from '../../run/exchange.ts'
import { isObject, type Json } from '../../schema/json.ts'

const LOWER = new Set(['after', 'since', 'from', 'min', 'minimum', 'gte', 'gt', 'start'])
const UPPER = new Set(['before', 'until', 'till', 'to', 'max', 'maximum', 'lte', 'lt', 'end'])

/** Words that a property's name may have more than the parameter's: `created_after` bounds `created_at`. */
const TIME_WORDS = new Set(['at', 'on', 'date', 'time', 'timestamp'])

const DAY_MS = 86_400_000

/** One end of a range that a parameter asks for. */
interface Bound {
  /** Words of the property: `created`. */
  readonly property: readonly string[]
  readonly isLower: boolean
  readonly value: Json
}

/**
 * Whether an item of a list lies outside a range that a parameter asks for: `created_after`, `max_price`, or an object
 * such as `published[from]`. Whether the ends belong to it, and which zone a day is in, is the server's affair.
 */
export const findOutOfRange = (
  resource: Resource,
  exchange: Exchange,
  name: string,
  wanted: Json,
): boolean => {
  const bounds = isObject(wanted)
    ? Object.entries(wanted).flatMap(([key, value]) => toBound(`${name}_${key}`, value))
    : toBound(name, wanted)
  if (bounds.length === 0) return false
  const items = (readListedItems(resource, exchange) ?? []).map(({ value }) => value)
  return bounds.some((bound) => items.some((item) => isOutside(item, bound)))
}

const toBound = (name: string, value: Json): readonly Bound[] => {
  const words = wordsOf(name)
  const at = words.findIndex(
    (word, index) => (index === 0 || index === words.length - 1) && (LOWER.has(word) || UPPER.has(word)),
  )
  const word = words[at]
  const property = words.filter((_word, index) => index !== at)
  return word === undefined || property.length === 0 ? [] : [{ property, isLower: LOWER.has(word), value }]
}

const isOutside = (item: Json, { property, isLower, value }: Bound): boolean => {
  const held = isObject(item)
    ? Object.entries(item).find(([key]) => isMeant(wordsOf(key), property))?.[1]
    : undefined
  const [one, limit] = [toMeasure(held), toMeasure(value)]
  if (one === undefined || limit === undefined || one.isTime !== limit.isTime) return false
  const slack = Math.max(one.slack, limit.slack)
  return isLower ? one.value < limit.value - slack : one.value > limit.value + slack
}

const isMeant = (words: readonly string[], property: readonly string[]): boolean => {
  return bare(words) !== '' && bare(words) === bare(property)
}

const bare = (words: readonly string[]): string => words.filter((word) => !TIME_WORDS.has(word)).join('')

const toMeasure = (
  value: Json | undefined,
): { readonly value: number; readonly slack: number; readonly isTime: boolean } | undefined => {
  if (typeof value === 'number') return { value, slack: 0, isTime: false }
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(T|$)/i.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time)
    ? undefined
    : { value: time, slack: value.length > 10 ? 1000 : 2 * DAY_MS, isTime: true }
}

import type { Json } from '@contract-kit/json-schema/json'

/**
 * Whether a value is within a bound. Numbers compare as numbers, texts as times or, without a time, as days. A day as the upper bound
 * includes all its times.
 */
export function isInRange(
  held: Json | undefined,
  limit: Json,
  bound: 'least' | 'greatest',
  isWithin: boolean,
): boolean {
  const difference = compare(held, limit)
  if (difference === undefined) return false
  if (difference === 0) return isWithin
  return bound === 'least' ? difference > 0 : difference < 0
}

function compare(held: Json | undefined, limit: Json): number | undefined {
  if (typeof held === 'number' || typeof limit === 'number') return numeric(Number(held) - Number(limit))
  if (typeof held !== 'string' || typeof limit !== 'string') return undefined
  if (date.test(held) && date.test(limit)) {
    const [one, other] = [held, limit].map(toUtc)
    if (one === undefined || other === undefined) return undefined
    // A day is compared with the day of a time, in UTC.
    if (held.length === dayLength || limit.length === dayLength)
      return numeric(startOfDay(one) - startOfDay(other))
    return numeric(one - other)
  }
  if (decimal.test(held) && decimal.test(limit)) return Number(held) - Number(limit)
  return held < limit ? -1 : held > limit ? 1 : 0
}

const date = /^\d{4}-\d{2}-\d{2}(?:$|[Tt ]\d)/
const dayLength = 'YYYY-MM-DD'.length
const decimal = /^-?\d+(?:\.\d+)?$/

const numeric = (difference: number): number | undefined =>
  Number.isNaN(difference) ? undefined : difference

const toUtc = (text: string): number | undefined => numeric(Date.parse(text))

const dayMs = 86_400_000

const startOfDay = (time: number): number => Math.floor(time / dayMs)

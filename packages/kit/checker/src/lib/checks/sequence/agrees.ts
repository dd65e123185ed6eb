import { equalJson } from '../../schema/judge/equal-json.ts'
import { isObject, type Json } from '../../schema/json.ts'
import { agreesAsText } from './agrees-as-text.ts'
import { isNothing } from './is-nothing.ts'
import { isServerOwned } from './is-server-owned.ts'

/**
 * Whether what is shown can be what was sent, normalised: trimmed, rounded, sorted, without repetitions, written another way.
 * Generous: only what no such habit explains does not agree. Of an object, what is not shown is passed over.
 */
export const agrees = (sent: Json, shown: Json): boolean => {
  if (equalJson(sent, shown)) return true
  if (typeof sent === 'string' && typeof shown === 'string') return agreesAsText(sent, shown)
  if (typeof sent === 'number' && typeof shown === 'number') return isRounded(sent, shown)
  if (Array.isArray(sent) && Array.isArray(shown)) return holdsAll(sent, shown) && holdsAll(shown, sent)
  if (isObject(sent) && isObject(shown)) return agreesInside(sent, shown)
  if (sent === null || shown === null) return isNothing(sent) && isNothing(shown)
  // Whether a value may be told as another type is the schema's matter.
  return kindOf(sent) !== kindOf(shown)
}

const kindOf = (value: Json): string => (Array.isArray(value) ? 'array' : typeof value)

const agreesInside = (sent: Readonly<Record<string, Json>>, shown: Readonly<Record<string, Json>>): boolean =>
  Object.entries(sent).every(([name, value]) => {
    const other = Object.hasOwn(shown, name) ? shown[name] : undefined
    return other === undefined || isServerOwned(name, true) || agrees(value, other)
  })

const holdsAll = (wanted: readonly Json[], given: readonly Json[]): boolean =>
  wanted.every((item) => given.some((other) => agrees(item, other)))

/** Money is rounded to cents, and floats lose their last digits. */
const isRounded = (sent: number, shown: number): boolean => {
  const distance = Math.abs(sent - shown)
  if (distance <= 1e-6 * Math.max(Math.abs(sent), Math.abs(shown))) return true
  return distance < 0.01 && Math.abs(sent * 100 - Math.round(sent * 100)) > 1e-6
}

import { equalJson, isObject, type Json, jsonTypeOf } from '@contract-kit/json-schema/json'
import { wordsOf } from '@contract-kit/resources/words'

/**
 * Whether a shown value may be the sent one, normalized: trimmed, rounded, sorted, deduplicated, or reformatted. The comparison is lenient
 * and fails only if no normalization explains the difference. Ignores object properties that are not shown.
 */
export const agrees = (sent: Json, shown: Json): boolean => {
  if (equalJson(sent, shown)) return true
  if (typeof sent === 'string' && typeof shown === 'string') return agreesAsText(sent, shown)
  if (typeof sent === 'number' && typeof shown === 'number') return isRounded(sent, shown)
  if (Array.isArray(sent) && Array.isArray(shown)) return holdsAll(sent, shown) && holdsAll(shown, sent)
  if (isObject(sent) && isObject(shown)) return agreesInside(sent, shown)
  if (sent === null || shown === null) return isNothing(sent) && isNothing(shown)
  // The schema decides whether a value may have another type.
  return kindOf(sent) !== kindOf(shown)
}

const kindOf = jsonTypeOf

const agreesInside = (sent: Readonly<Record<string, Json>>, shown: Readonly<Record<string, Json>>): boolean =>
  Object.entries(sent).every(([name, value]) => {
    const other = Object.hasOwn(shown, name) ? shown[name] : undefined
    // Servers show null in many forms, but never as the text "null".
    if (value === null) return other !== 'null'
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

/**
 * Whether one text may be a normalized form of the other: trimmed, truncated, masked, in another case, without punctuation, or the same
 * time in another notation.
 */
const agreesAsText = (sent: string, shown: string): boolean => {
  if (
    isMasked(shown) ||
    isSameTime(sent, shown) ||
    WRITTEN_MANY_WAYS.some((form) => form.test(sent) && form.test(shown))
  )
    return true
  if (losesCharacters(sent, shown)) return false
  const [one, other] = [bare(sent), bare(shown)]
  // Telephone numbers may lack their prefixes.
  if (isDigits(one) && isDigits(other) && one.slice(-6) === other.slice(-6)) return true
  if (one === '' || other === '') return one === '' || shown.trim() !== ''
  return one.includes(other) || other.includes(one)
}

/**
 * Whether non-ASCII letters, symbols or direction marks were lost, or markup was escaped for HTML. Normalization does not explain either.
 */
export const losesCharacters = (sent: string, shown: string): boolean => {
  if (sent.includes('<') && shown.includes('&lt;') && !sent.includes('&lt;')) return true
  const held = new Set(decomposed(shown))
  const isCut = decomposed(sent).join('').startsWith(decomposed(shown).join(''))
  return (
    !isCut &&
    decomposed(sent).some(
      (sign) => /[^\p{ASCII}\p{M}\p{P}\p{Z}\p{C}]|[\u200e\u200f]/u.test(sign) && !held.has(sign),
    )
  )
}

const decomposed = (text: string): readonly string[] => Array.from(text.normalize('NFKD').toLowerCase())

const isDigits = (text: string): boolean => /^\d{7,}$/.test(text)

/** Durations (ISO 8601, protobuf, Go), IPv6 addresses, and times of day. */
const WRITTEN_MANY_WAYS = [
  /^-?P[\dTYMWDHS.,]+$/i,
  /^-?(\d+(\.\d+)?(h|m|s|ms|[uµ]s|ns))+$/,
  /^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/i,
  /^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i,
]

const DATE_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}|$)/i

const bare = (text: string): string =>
  text
    // Expands a short color: `#abc` is `#aabbcc`.
    .replace(/^#[\da-f]{3,4}$/i, (color) => color.replaceAll(/[\da-f]/gi, '$&$&'))
    .replace(/^https?:\/\//i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const isMasked = (text: string): boolean => /\*{2,}|•{2,}|x{4,}|…$/i.test(text)

/** Times that differ by up to a second are equal, because fractions are often truncated. A date equals any time of that day. */
const isSameTime = (left: string, right: string): boolean => {
  if (!DATE_TIME.test(left) || !DATE_TIME.test(right)) return false
  if (left.length === 10 || right.length === 10) return left.slice(0, 10) === right.slice(0, 10)
  return Math.abs(Date.parse(left) - Date.parse(right)) < 1000
}

/** Whether a time lost its milliseconds. Counts only if the server shows fractions of seconds. */
export const losesFraction = (sent: Json, shown: Json | undefined): boolean => {
  if (typeof sent !== 'string' || typeof shown !== 'string' || !/\.\d{1,3}(Z|[+-])/i.test(sent)) return false
  if (!TIME.test(sent) || !TIME.test(shown) || !isSameTime(sent, shown)) return false
  return Date.parse(sent) % 1000 !== 0 && Date.parse(shown) % 1000 === 0
}

/**
 * Whether two responses of one server agree on a value. They may differ in surrounding blanks, list order, float precision, time notation,
 * and server-set values.
 */
export const saysTheSame = (left: Json, right: Json): boolean => {
  if (equalJson(left, right)) return true
  if (typeof left === 'string' && typeof right === 'string') return isSameText(left.trim(), right.trim())
  if (typeof left === 'number' && typeof right === 'number') {
    return Math.abs(left - right) <= 1e-6 * Math.max(Math.abs(left), Math.abs(right))
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && hasSameItems(left, right) && hasSameItems(right, left)
  }
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left).filter((name) => Object.hasOwn(right, name) && !isServerOwned(name, true))
  return names.every((name) => saysTheSame(left[name] ?? null, right[name] ?? null))
}

const hasSameItems = (wanted: readonly Json[], given: readonly Json[]): boolean =>
  wanted.every((item) => given.some((other) => saysTheSame(item, other)))

const isSameText = (left: string, right: string): boolean =>
  left.normalize('NFC') === right.normalize('NFC') ||
  (TIME.test(left) && TIME.test(right) && Date.parse(left) === Date.parse(right))

const TIME = /^\d{4}-\d{2}-\d{2}T/i

/** Whether a value is null or empty; servers interchange them. */
export const isNothing = (value: Json | undefined): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Words in names of values that servers set, count or hide, even if undocumented. */
const OWNED = new Set([
  'created', 'updated', 'modified', 'changed', 'deleted', 'accessed', 'timestamp', 'version', 'revision', 'rev', 'etag', 'checksum', 'hash',
  'digest', 'password', 'passphrase', 'secret', 'token', 'pin', 'cvv', 'cvc', 'otp', 'nonce', 'captcha', 'total', 'subtotal',
  'balance', 'links', 'self', 'href', 'seq', 'sequence', 'views', 'hits',
]) // prettier-ignore

/** Names of values that servers may initialize regardless of the request: a process starts in its first state. */
const INITIAL = new Set(['status', 'state', 'phase', 'stage', 'id', 'uuid', 'guid', 'slug'])

/** Positions in an order, which depend on other items. */
const RANKS = new Set(['position', 'rank', 'order', 'index', 'sortorder', 'displayorder', 'ordinal'])

/** Whether a server may change a property on its own. `isNew`: in an item that is being created. */
export const isServerOwned = (name: string, isNew: boolean): boolean => {
  const words = wordsOf(name)
  return (
    words.some((word) => OWNED.has(word)) ||
    words.join('') === 'id' ||
    RANKS.has(words.join('')) ||
    (isNew && INITIAL.has(words.join('')))
  )
}

const DELETED =
  /delet|archiv|cancel|remov|trash|inactiv|deactiv|disabl|revok|withdraw|retired|clos|terminat|former|tombston/i
const ALIVE = /^(is_?)?(active|enabled|available|open|live)$/i
const STATUS = /status|state|phase|lifecycle/i

/** Whether an item is now marked as deleted, and was not before: `deletedAt`, `status: "canceled"`, `active: false`. */
export const becameDeleted = (shown: Json | undefined, before: Json | undefined): boolean => {
  if (!isObject(shown)) return false
  return Object.entries(shown).some(([name, held]) => {
    const earlier = isObject(before) && Object.hasOwn(before, name) ? before[name] : undefined
    if (isObject(held)) return becameDeleted(held, earlier)
    return saysDeleted(name, held) && !equalJson(held, earlier)
  })
}

const saysDeleted = (name: string, held: Json): boolean => {
  if (STATUS.test(name) && typeof held === 'string') return DELETED.test(held)
  if (ALIVE.test(name)) return held === false
  return DELETED.test(name) && held !== null && held !== false && held !== '' && held !== 0
}

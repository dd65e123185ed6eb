/**
 * Whether one text can be the other, normalised: trimmed, in other case, cut, cleaned of punctuation, masked, or the same
 * point of time written another way.
 */
export const agreesAsText = (sent: string, shown: string): boolean => {
  if (
    isMasked(shown) ||
    isSameTime(sent, shown) ||
    WRITTEN_MANY_WAYS.some((form) => form.test(sent) && form.test(shown))
  )
    return true
  const [one, other] = [bare(sent), bare(shown)]
  // Telephone numbers come with and without their prefixes.
  if (isDigits(one) && isDigits(other)) return one.slice(-6) === other.slice(-6)
  if (one === '' || other === '') return one === '' || shown.trim() !== ''
  return one.includes(other) || other.includes(one)
}

const isDigits = (text: string): boolean => /^\d{7,}$/.test(text)

/** Durations, IPv6 addresses, and times of day. */
const WRITTEN_MANY_WAYS = [
  /^-?P[\dTYMWDHS.,]+$/i,
  /^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/i,
  /^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i,
]

const DATE_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}|$)/i

const bare = (text: string): string =>
  text
    .replace(/^https?:\/\//i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const isMasked = (text: string): boolean => /\*{2,}|•{2,}|x{4,}|…$/i.test(text)

/** A second apart is the same: fractions are often cut. A date is any time of its day. */
const isSameTime = (left: string, right: string): boolean => {
  if (!DATE_TIME.test(left) || !DATE_TIME.test(right)) return false
  if (left.length === 10 || right.length === 10) return left.slice(0, 10) === right.slice(0, 10)
  return Math.abs(Date.parse(left) - Date.parse(right)) < 1000
}

/** A point of time with its offset (RFC 3339 5.6). */
export const isTime = (text: string): boolean => {
  const found = /^(\d{4})-(\d{2})-(\d{2})t(\d{2}):(\d{2}):(\d{2})(\.\d+)?(z|[+-](\d{2}):(\d{2}))$/i.exec(text)
  if (found === null) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number)
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return (
    day >= 1 &&
    day <= (lengths[month - 1] ?? 0) &&
    hour < 24 &&
    minute < 60 &&
    second <= 60 &&
    Number(found[9] ?? 0) < 24 &&
    Number(found[10] ?? 0) < 60
  )
}

/** Milliseconds of a point of time; a leap second counts as the second before it. */
export const toMs = (text: string): number => Date.parse(text.toUpperCase().replace(/:60/, ':59'))

const isAtom = (part: string): boolean => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(part)

const isDomainLabel = (part: string): boolean => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(part)

/** An address for e-mail: dot-atoms before the sign, labels behind it (RFC 5321 4.1.2). */
export const isEmail = (text: string): boolean => {
  const parts = text.split('@')
  const [local = '', domain = ''] = parts
  return parts.length === 2 && local.split('.').every(isAtom) && domain.split('.').every(isDomainLabel)
}

/** The name of a label. */
export const isLabelName = (text: string): boolean => /^[a-z][a-z0-9_]{1,19}$/.test(text)

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):(\d{2}))$/i
const MINUTES_PER_DAY = 24 * 60

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Whether a text is a `full-date` that the calendar has (RFC 3339, 5.6 and 5.7). */
export const isDate = (text: string): boolean => {
  const parts = DATE.exec(text)
  if (parts === null) return false
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** Whether a text is a `full-time`, offset and all (RFC 3339, 5.6); a leap second only where UTC has one, at 23:59:60. */
export const isTime = (text: string): boolean => {
  const parts = TIME.exec(text)
  if (parts === null) return false
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number)
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? -1 : 1)
  const utc = (hour * 60 + minute - offset + MINUTES_PER_DAY) % MINUTES_PER_DAY
  return utc === MINUTES_PER_DAY - 1
}

/** Whether a text is a `date-time` (RFC 3339, 5.6): `t` and `z` in either case, a space for the `T`, as its note allows. */
export const isDateTime = (text: string): boolean =>
  /^.{10}[Tt ]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11))

/**
 * Whether a text is a duration (RFC 3339, appendix A). Generously, as ISO 8601 has it: a unit may be left out between two
 * others, and the last number may have a fraction.
 */
export const isDuration = (text: string): boolean => {
  const parts =
    /^P(?:[\d.,]+W|(?:[\d.,]+Y)?(?:[\d.,]+M)?(?:[\d.,]+D)?(T(?:[\d.,]+H)?(?:[\d.,]+M)?(?:[\d.,]+S)?)?)$/.exec(
      text,
    )
  if (parts === null || text === 'P' || parts[1] === 'T') return false
  return /^P(?:T?\d+[A-Z])*(?:T?\d+(?:[.,]\d+)?[A-Z])$/.test(text)
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const isDate = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  // Date.UTC takes years below 100 for the twentieth century; 2000 has the calendar of year 0.
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year < 100 ? year + 2000 : year, month)
}

const isDateTime = (text: string): boolean => {
  const [, date = '', hour, minute, second, offset = ''] =
    /^(.{10})T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/i.exec(text) ?? []
  const [offsetHour = 0, offsetMinute = 0] = offset.slice(1).split(':').map(Number)
  return (
    isDate(date) &&
    Number(hour) <= 23 &&
    Number(minute) <= 59 &&
    Number(second) <= 60 &&
    offsetHour <= 23 &&
    offsetMinute <= 59
  )
}

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const unreserved = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})"

/** Formats as their RFCs say: 3339 for times, 9562 for UUIDs, 5321 (dot-atoms only) for addresses, 3986 for URIs. */
export const formats: Record<string, RegExp | ((text: string) => boolean)> = {
  date: isDate,
  'date-time': isDateTime,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  email: new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`),
  uri: new RegExp(
    `^[A-Za-z][A-Za-z0-9+.-]*:(?:${unreserved}|\\[[0-9A-Fa-f:.]+\\])*(?:\\?(?:${unreserved}|\\?)*)?(?:#(?:${unreserved}|\\?)*)?$`,
  ),
  'uri-reference': new RegExp(`^(?:${unreserved}|\\?|#)*$`),
}

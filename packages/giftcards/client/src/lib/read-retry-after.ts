/**
 * The seconds that an answer asks to wait, by a number or a date (RFC 9110, section 10.2.3); 0 where it is neither,
 * `undefined` where it does not ask.
 */
export function readRetryAfter(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after')
  if (value == null) return undefined
  return Math.max(0, Number(value) || (Date.parse(value) - Date.now()) / 1000) || 0
}

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { parseBps, parseCents } from '@giftcards/marketplace'

// Parsers of arguments and options. Each throws `InvalidArgumentError`, whose sentence Commander prints after the name of the option.

const mustBe = (form: string) => new InvalidArgumentError(`It must be ${form}.`)

/** A text of 1 to `most` printable characters. */
export const text = (most: number) => (given: string) => {
  const trimmed = given.trim()
  // Control characters could manipulate a terminal.
  if (trimmed === '' || trimmed.length > most || /\p{Cc}/u.test(trimmed))
    throw mustBe(`1 to ${most} characters`)
  return trimmed
}

/** A text that matches a pattern, which `form` describes in words. */
export const matching = (pattern: RegExp, form: string) => (given: string) => {
  const trimmed = given.trim()
  if (!pattern.test(trimmed)) throw mustBe(form)
  return trimmed
}

/** A whole number. */
export const wholeNumber = (min: number, max: number) => (given: string) => {
  const value = Number(given)
  if (!/^\d{1,9}$/.test(given) || value < min || value > max)
    throw mustBe(`a whole number from ${min} to ${max}`)
  return value
}

/** Dollars with two decimals at most, in cents. */
export const dollars = (minCents: number, maxCents: number) => (given: string) => {
  const cents = /^\d{1,9}(?:\.\d{1,2})?$/.test(given) ? parseCents(Number(given)) : undefined
  if (cents === undefined || cents < minCents || cents > maxCents)
    throw mustBe(
      `dollars from ${(minCents / 100).toFixed(2)} to ${(maxCents / 100).toFixed(2)}, such as 49.50`,
    )
  return cents
}

/** Dollars to add, or to subtract if negative, in cents. */
export const signedDollars = (mostCents: number) => (given: string) =>
  given.startsWith('-') ? -dollars(1, mostCents)(given.slice(1)) : dollars(1, mostCents)(given)

/** A percentage with two decimals at most, in basis points. */
export const percentage = (minBps: number) => (given: string) => {
  const bps = /^\d{1,2}(?:\.\d{1,2})?$/.test(given) ? parseBps(Number(given)) : undefined
  if (bps === undefined || bps < minBps)
    throw mustBe(`a percentage from ${minBps / 100} to 99.99, such as 8.5`)
  return bps
}

/** A day as `YYYY-MM-DD`: its start in UTC, milliseconds since the epoch. */
export function toDay(given: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN
  // A day that does not exist rolls over into the next month.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== given)
    throw mustBe('a day, such as 2026-12-31')
  return at
}

/** An email address, in lower case. */
export const toEmail = (given: string) =>
  matching(
    /^(?=.{3,254}$)[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u,
    'an address such as ada@example.com',
  )(given).toLowerCase()

/** An https address. */
export function toLink(given: string): string {
  const link = URL.parse(given.trim())
  if (link?.protocol !== 'https:' || link.href.length > 2048) throw mustBe('an https address')
  return link.href
}

/** Values separated by commas. */
export const listOf =
  <Item>(parse: (item: string) => Item) =>
  (given: string): readonly Item[] =>
    given.split(',').map((item) => parse(item.trim()))

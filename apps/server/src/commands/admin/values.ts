import { parseBps, parseCents } from '@giftcards/marketplace'
import { UsageError } from '../read-arguments.ts'
import type { Given } from './verb.ts'

/** An argument by its place; `parse` has made sure that there are as many as the verb names. */
export function argumentAt(given: Given, index: number): string {
  return given.arguments[index] ?? ''
}

/** A text of 1 to `most` characters that a person can read. */
export function readText(name: string, text: string | undefined, most: number): string {
  const trimmed = text?.trim() ?? ''
  // Control characters would change what a terminal shows.
  if (trimmed === '' || trimmed.length > most || /\p{Cc}/u.test(trimmed))
    throw new UsageError(`${name} must be 1 to ${most} characters`)
  return trimmed
}

/** A text of a form, which `form` describes in words. */
export function readForm(name: string, text: string | undefined, pattern: RegExp, form: string): string {
  const trimmed = text?.trim() ?? ''
  if (!pattern.test(trimmed)) throw new UsageError(`${name} must be ${form}`)
  return trimmed
}

/** A whole number. */
export function readInteger(name: string, text: string | undefined, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text ?? '') || value < min || value > max)
    throw new UsageError(`${name} must be a whole number from ${min} to ${max}`)
  return value
}

/** Dollars with two decimals at most, in cents. */
export function readCents(name: string, text: string | undefined, min: number, max: number): number {
  const cents = /^\d{1,9}(?:\.\d{1,2})?$/.test(text ?? '') ? parseCents(Number(text)) : undefined
  if (cents === undefined || cents < min || cents > max)
    throw new UsageError(
      `${name} must be dollars from ${(min / 100).toFixed(2)} to ${(max / 100).toFixed(2)}, such as 49.50`,
    )
  return cents
}

/** Dollars to add, or to take by a negative amount, in cents. */
export function readChange(name: string, text: string | undefined, most: number): number {
  const isNegative = text?.startsWith('-') === true
  const cents = readCents(name, isNegative ? text?.slice(1) : text, 1, most)
  return isNegative ? -cents : cents
}

/** A percentage with two decimals at most, in basis points. */
export function readBps(name: string, text: string | undefined): number {
  const bps = /^\d{1,2}(?:\.\d{1,2})?$/.test(text ?? '') ? parseBps(Number(text)) : undefined
  if (bps === undefined) throw new UsageError(`${name} must be a percentage from 0 to 99.99, such as 8.5`)
  return bps
}

/** One of some words. */
export function readChoice<const Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw new UsageError(`${name} must be one of ${choices.join(', ')}`)
  return choice
}

/** A day as `YYYY-MM-DD`, at its begin in UTC. */
export function readDay(name: string, text: string | undefined): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // A day that does not exist rolls over into the next month.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw new UsageError(`${name} must be a day, such as 2026-12-31`)
  return at
}

/** An email address, in lower case. */
export function readEmail(text: string | undefined): string {
  return readForm(
    'The email',
    text,
    /^(?=.{3,254}$)[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u,
    'an address such as ada@example.com',
  ).toLowerCase()
}

/** A value where one was given, read. */
export function optional<Value>(text: string | undefined, read: (text: string) => Value): Value | undefined {
  return text === undefined ? undefined : read(text)
}

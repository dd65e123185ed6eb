import type { Json } from '../schema/json.ts'
import { readJsonText } from './read-json-text.ts'
import type { ValueType } from './types-of.ts'

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const WHOLE = /^-?(0|[1-9]\d*)$/

/**
 * The values that a text means when it is read as the types say and nothing is coerced; the likeliest first, never none. A
 * whole number is digits alone: `1.0` and `1e3` are whole to JSON Schema, but not to every reader of digits.
 */
export const strictCandidates = (text: string, types: ReadonlySet<ValueType>): readonly Json[] => {
  const found: Json[] = []
  if (types.has('number') ? NUMBER.test(text) : types.has('integer') && WHOLE.test(text))
    found.push(Number(text))
  if (types.has('boolean') && (text === 'true' || text === 'false')) found.push(text === 'true')
  if (types.has('string') || found.length === 0) found.push(text)
  return found
}

const TRUE_WORDS = new Set(['true', '1', 'yes', 'on', 't', 'y'])
const FALSE_WORDS = new Set(['false', '0', 'no', 'off', 'f', 'n', ''])

/** The values that servers are known to make of a text: those of the strict reading, and what they coerce, trim or parse. */
export const lenientCandidates = (text: string, types: ReadonlySet<ValueType>): readonly Json[] => {
  const trimmed = text.trim()
  const word = trimmed.toLowerCase()
  const found = [...strictCandidates(text, types)]
  const number = Number(trimmed)
  if ((types.has('number') || types.has('integer')) && !Number.isNaN(number)) found.push(number)
  if (types.has('boolean') && TRUE_WORDS.has(word)) found.push(true)
  if (types.has('boolean') && FALSE_WORDS.has(word)) found.push(false)
  if (types.has('null') && (word === '' || word === 'null')) found.push(null)
  if (trimmed !== text && types.has('string')) found.push(trimmed)
  if (types.has('array') || types.has('object')) found.push(...parsedComposite(trimmed))
  return found
}

const parsedComposite = (text: string): readonly Json[] => {
  const parsed = /^[[{]/.test(text) ? readJsonText(text) : undefined
  return parsed === undefined ? [] : [parsed.value]
}

import { isWholeNumber, type JsonObject } from '../base/json.ts'
import { keywordOf } from '../base/schema-set.ts'
import { codePointLength } from '../text/automaton/code-points.ts'
import { boundaryTexts } from '../text/boundary-texts.ts'
import { nameOfFormat } from '../text/custom-formats.ts'
import type { TextConstraints } from '../text/find-language.ts'
import { isFormat, kindOfFormat } from '../text/formats.ts'
import { matchesPattern } from '../text/match-pattern.ts'
import { nearMissTexts } from '../text/texts.ts'
import { createAssertion, createLimit, isText, type RuleMaker } from './rule.ts'
import {
  type Breach,
  countBreaches,
  type CountBounds,
  narrowTo,
  numberIn,
  restrict,
  type Shell,
  without,
} from './shell.ts'

const characters = (count: number): string => (count === 1 ? '1 character' : `${count} characters`)

/** `minLength`, in code points (2020-12 Validation, 6.3.2). */
export const minLengthRule = createLimit('minLength', 'is shorter than', characters, isText, (text, least) =>
  text.length < least ? false : text.length >= 2 * least || codePointLength(text) >= least,
)

/** `maxLength`, in code points (2020-12 Validation, 6.3.1). */
export const maxLengthRule = createLimit(
  'maxLength',
  'is longer than',
  characters,
  isText,
  (text, most) => text.length <= most || codePointLength(text) <= most,
)

/** `pattern`, unanchored (2020-12 Validation, 6.3.3). */
export const patternRule: RuleMaker = (pattern, context) =>
  typeof pattern === 'string'
    ? createAssertion(context, 'pattern', `does not match the pattern ${pattern}`, isText, (text) =>
        matchesPattern(pattern, text),
      )
    : undefined

/** `format`, an assertion if the evaluation says so. Unknown formats are no assertion (2020-12 Validation, 7.2). */
export const formatRule: RuleMaker = (format, { node }) => {
  if (typeof format !== 'string') return undefined
  const kind = kindOfFormat(format)
  if (kind === undefined) return undefined
  // A value that is no integer breaks `type`, and not also the width of integers.
  const isWhole = keywordOf(node, 'type') === 'integer'
  return (value, run) => {
    if (!run.formats || typeof value !== kind || (isWhole && !isWholeNumber(value))) return true
    const isOdd = run.isStrict && format === BYTE && isText(value) && isOddBase64(value)
    const held = isFormat(format, value) && !isOdd
    run.tell?.(node, 'format', held)
    return held || run.fail(node, 'format', `is not of the format ${nameOfFormat(format)}`)
  }
}

/** `contentEncoding` of base64: rejects a text that does not decode, as `format: byte` does. Other encodings are annotations. */
export const contentEncodingRule: RuleMaker = (encoding, { node }) =>
  encoding !== BASE64
    ? undefined
    : (value, run) => {
        if (!run.formats || !isText(value)) return true
        const held = isFormat(BYTE, value) && !(run.isStrict && isOddBase64(value))
        run.tell?.(node, 'contentEncoding', held)
        return held || run.fail(node, 'contentEncoding', 'is not base64')
      }

/** Whether only lenient decoders accept a text: no padding, line breaks, or the URL-safe alphabet (RFC 4648, 3 and 5). */
const isOddBase64 = (text: string): boolean => text.length % 4 !== 0 || /[^A-Za-z0-9+/=]/.test(text)

const BASE64 = 'base64'

/** The format of base64 in OpenAPI 3.0. */
const BYTE = 'byte'

/** The text formats that schemas name, including base64 by `contentEncoding`. */
export const formatsIn = (schemas: readonly JsonObject[]): readonly string[] => [
  ...new Set(
    schemas.flatMap(({ format, contentEncoding }) => [
      ...(typeof format === 'string' ? [format] : []),
      ...(contentEncoding === BASE64 ? [BYTE] : []),
    ]),
  ),
]

/** The keywords that bound the length of a text. */
export const LENGTHS = {
  type: 'string',
  least: 'minLength',
  most: 'maxLength',
  below: 'string_below_min_length',
  above: 'string_above_max_length',
  largest: 100_000,
} as const satisfies CountBounds

const PLAIN_TEXTS = ['text', '!', '']

const INTEGER_FORMATS: Readonly<Record<string, readonly number[]>> = {
  int32: [2 ** 31, -(2 ** 31) - 1],
  int64: [2 ** 64, -(2 ** 64)],
}

/** How a value can break its lengths, `pattern` and `format`. Numbers may have a format too. */
export const textBreaches = (shell: Shell): Breach[] => [
  ...countBreaches(shell, LENGTHS),
  ...patternBreaches(shell),
  ...formatBreaches(shell),
]

/**
 * A clearly different text, a near miss, one text for each number made too large, and decimals with another number of
 * fraction digits.
 */
const patternBreaches = (shell: Shell): Breach[] => {
  const { pattern } = shell
  if (typeof pattern !== 'string') return []
  const text = narrowTo(without(shell, 'pattern'), 'string')
  if (text === undefined) return []
  const broken = restrict(text, { not: { pattern } })
  const match = boundaryTexts(textConstraintsIn(shell))[0]?.text
  const larger = (match === undefined ? [] : largerNumbers(match)).filter(
    (probe) => !matchesPattern(pattern, probe),
  )
  const decimals = (match === undefined ? [] : otherDecimals(match)).filter(
    (probe) => !matchesPattern(pattern, probe),
  )
  const variants = [PLAIN_TEXTS, nearMisses(match), ...[...larger, ...decimals].map((probe) => [probe])]
  return [
    {
      keyword: 'pattern',
      scenario: 'invalid_pattern',
      each: true,
      variants: variants.map((probes) => ({ shell: broken, probes })),
    },
  ]
}

/** The number of numbers in a text to try. */
const MAX_NUMBERS = 3

/** A text with one of its numbers as large as its digits allow: an hour of 99, a month of 99. */
const largerNumbers = (text: string): readonly string[] =>
  [...text.matchAll(/\d+/g)]
    .slice(0, MAX_NUMBERS)
    .map(
      ({ 0: digits, index }) =>
        text.slice(0, index) + '9'.repeat(digits.length) + text.slice(index + digits.length),
    )

/** Whether a text is a number with a point, such as an amount. */
export const isDecimalText = (text: string): boolean => /^-?\d+\.\d+$/.test(text)

/** An amount with one digit less behind its point, with one more, and with none. */
const otherDecimals = (text: string): readonly string[] =>
  isDecimalText(text) ? [text.slice(0, -1), `${text}0`, text.replace(/\..*$/, '')] : []

const nearMisses = (text: string | undefined): string[] => {
  if (text === undefined) return []
  return [
    `${text}!`,
    `!${text}`,
    `${text} `,
    text.slice(0, -1),
    text.toLowerCase(),
    text.toUpperCase(),
    text.replace(/.$/u, '!'),
  ]
}

/** Days that no calendar has, but that a check by pattern accepts. */
const OFF_CALENDAR: Readonly<Record<string, readonly string[]>> = {
  date: ['2023-02-30'],
  'date-time': ['2023-02-30T00:00:00Z'],
}

const formatBreaches = (shell: Shell): Breach[] => {
  const { format } = shell
  if (typeof format !== 'string') return []
  const numbers = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined
  const probes = numbers ?? nearMissTexts(format)
  if (probes.length === 0) return []
  const value = narrowTo(without(shell, 'format'), numbers === undefined ? 'string' : 'number')
  const broken = value && restrict(value, { not: { format } })
  const variants = [probes, ...(Object.hasOwn(OFF_CALENDAR, format) ? [OFF_CALENDAR[format] ?? []] : [])]
  return [
    {
      keyword: 'format',
      scenario: 'invalid_format',
      each: true,
      variants: broken === undefined ? [] : variants.map((each) => ({ shell: broken, probes: each })),
    },
  ]
}

/** The constraints of one schema for texts. */
export const textConstraintsIn = (shell: Shell): TextConstraints => ({
  minLength: numberIn(shell, 'minLength', 0),
  maxLength: numberIn(shell, 'maxLength', Infinity),
  patterns: [shell['pattern']].filter((pattern) => typeof pattern === 'string'),
  formats: formatsIn([shell]),
})

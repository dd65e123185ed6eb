import { codePointLength } from '../text/automaton/code-points.ts'
import { boundaryTexts } from '../text/boundary-texts.ts'
import { nameOfFormat } from '../text/custom-formats.ts'
import type { TextConstraints } from '../text/find-language.ts'
import { isFormat, kindOfFormat } from '../text/formats.ts'
import { matchesPattern } from '../text/match-pattern.ts'
import { nearMissTexts } from '../text/texts.ts'
import { createAssertion, isCount, isText, type RuleMaker } from './rule.ts'
import { type Breach, narrowTo, numberIn, restrict, type Shell, toBreach, without } from './shell.ts'

const characters = (count: number): string => (count === 1 ? '1 character' : `${count} characters`)

/** `minLength`, in code points (2020-12 Validation, 6.3.2). */
export const minLengthRule: RuleMaker = (least, context) =>
  isCount(least)
    ? createAssertion(context, 'minLength', `is shorter than ${characters(least)}`, isText, (text) =>
        text.length < least ? false : text.length >= 2 * least || codePointLength(text) >= least,
      )
    : undefined

/** `maxLength`, in code points (2020-12 Validation, 6.3.1). */
export const maxLengthRule: RuleMaker = (most, context) =>
  isCount(most)
    ? createAssertion(
        context,
        'maxLength',
        `is longer than ${characters(most)}`,
        isText,
        (text) => text.length <= most || codePointLength(text) <= most,
      )
    : undefined

/** `pattern`, unanchored (2020-12 Validation, 6.3.3). */
export const patternRule: RuleMaker = (pattern, context) =>
  typeof pattern === 'string'
    ? createAssertion(context, 'pattern', `does not match the pattern ${pattern}`, isText, (text) =>
        matchesPattern(pattern, text),
      )
    : undefined

/** `format`, an assertion where the evaluation says so; formats that nobody judges say nothing (2020-12 Validation, 7.2). */
export const formatRule: RuleMaker = (format, { node }) => {
  if (typeof format !== 'string') return undefined
  const kind = kindOfFormat(format)
  if (kind === undefined) return undefined
  return (value, run) => {
    if (!run.formats || typeof value !== kind) return true
    const held = isFormat(format, value)
    run.tell?.(node, 'format', held)
    return held || run.fail(node, 'format', `is not of the format ${nameOfFormat(format)}`)
  }
}

/** Longer texts than this are not made. */
const LONGEST_TEXT = 100_000

const PLAIN_TEXTS = ['text', '!', '']

const INTEGER_FORMATS: Readonly<Record<string, readonly number[]>> = {
  int32: [2 ** 31, -(2 ** 31) - 1],
  int64: [2 ** 64, -(2 ** 64)],
}

/** How a text can break its lengths, `pattern` and `format`; numbers too may be of a format. */
export const textBreaches = (shell: Shell): Breach[] => [
  ...minLengthBreaches(shell),
  ...maxLengthBreaches(shell),
  ...patternBreaches(shell),
  ...formatBreaches(shell),
]

const minLengthBreaches = (shell: Shell): Breach[] => {
  const { minLength } = shell
  if (typeof minLength !== 'number' || minLength < 1) return []
  const text = narrowTo(without(shell, 'minLength'), 'string')
  const shorter = text && restrict(text, { maxLength: minLength - 1 })
  return [toBreach('minLength', 'string_below_min_length', shorter, { tight: { minLength: minLength - 1 } })]
}

const maxLengthBreaches = (shell: Shell): Breach[] => {
  const { maxLength } = shell
  if (typeof maxLength !== 'number' || maxLength >= LONGEST_TEXT) return []
  const text = narrowTo(without(shell, 'maxLength'), 'string')
  const longer = text && restrict(text, { minLength: maxLength + 1 })
  return [toBreach('maxLength', 'string_above_max_length', longer, { tight: { maxLength: maxLength + 1 } })]
}

/** Twice: by a text that looks different altogether, and by one that nearly matches. */
const patternBreaches = (shell: Shell): Breach[] => {
  const { pattern } = shell
  if (typeof pattern !== 'string') return []
  const text = narrowTo(without(shell, 'pattern'), 'string')
  if (text === undefined) return []
  const broken = restrict(text, { not: { pattern } })
  const variants = [PLAIN_TEXTS, nearMisses(shell)].map((probes) => ({ shell: broken, probes }))
  return [{ keyword: 'pattern', scenario: 'invalid_pattern', each: true, variants }]
}

const nearMisses = (shell: Shell): string[] => {
  const [match] = boundaryTexts(textConstraintsIn(shell))
  if (match === undefined) return []
  const { text } = match
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

const formatBreaches = (shell: Shell): Breach[] => {
  const { format } = shell
  if (typeof format !== 'string') return []
  const numbers = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined
  const probes = numbers ?? nearMissTexts(format)
  if (probes.length === 0) return []
  const value = narrowTo(without(shell, 'format'), numbers === undefined ? 'string' : 'number')
  return [toBreach('format', 'invalid_format', value && restrict(value, { not: { format } }), { probes })]
}

/** What one schema says of texts. */
export const textConstraintsIn = (shell: Shell): TextConstraints => ({
  minLength: numberIn(shell, 'minLength', 0),
  maxLength: numberIn(shell, 'maxLength', Infinity),
  patterns: [shell['pattern']].filter((pattern) => typeof pattern === 'string'),
  formats: [shell['format']].filter((format) => typeof format === 'string'),
})

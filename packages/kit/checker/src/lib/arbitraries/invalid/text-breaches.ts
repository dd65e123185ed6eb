import { boundaryTexts } from '../../text/boundary-texts.ts'
import { nearMissTexts } from '../../text/near-miss-texts.ts'
import { toBreach, type Breach } from './breach.ts'
import { narrowTo, restrict, without } from './narrow-shell.ts'
import type { Shell } from './shell-of.ts'
import { textConstraintsIn } from './text-constraints-in.ts'

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

import { isFormat, kindOfFormat } from '../../text/formats.ts'
import { matchesPattern } from '../../text/matches-pattern.ts'
import { codePointLength } from './code-point-length.ts'
import { createAssertion, isCount, isText } from './create-assertion.ts'
import type { RuleMaker } from './rule.ts'

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
    return held || run.fail(node, 'format', `is not of the format ${format}`)
  }
}

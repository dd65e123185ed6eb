import { codePointLength } from '../schema/judge/code-point-length.ts'
import { isFormat } from './formats.ts'
import { matchInTime } from './match-in-time.ts'
import type { TextConstraints } from './text-constraints.ts'

/**
 * Whether a text keeps all constraints, by the judges of patterns and formats. Where a pattern cannot be judged in time,
 * the answer is `undecided`, if all else is kept.
 */
export const keepsConstraints = (constraints: TextConstraints, text: string, undecided = false): boolean => {
  const {
    minLength = 0,
    maxLength = Infinity,
    patterns = [],
    notPatterns = [],
    formats = [],
    notFormats = [],
  } = constraints
  const length = codePointLength(text)
  return (
    length >= minLength &&
    length <= maxLength &&
    patterns.every((pattern) => matchInTime(pattern, text) ?? undecided) &&
    notPatterns.every((pattern) => !(matchInTime(pattern, text) ?? !undecided)) &&
    formats.every((format) => isFormat(format, text)) &&
    !notFormats.some((format) => isFormat(format, text))
  )
}

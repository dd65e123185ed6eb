import { boundaryTexts } from '../../text/boundary-texts.ts'
import { narrowTo, numberIn, restrict, type JsonType } from '../invalid/narrow-shell.ts'
import type { Shell } from '../invalid/shell-of.ts'
import type { Narrowing } from './narrowing.ts'

/** The keywords that bound a count, and what the scenarios at its bounds are called. */
export interface CountBounds {
  readonly type: JsonType
  readonly least: string
  readonly most: string
  readonly atLeast: string
  readonly atMost: string
  readonly nearby: string
  /** Larger values than this are not made. */
  readonly largest: number
}

/** Values at both bounds of a count that a schema states, and one step inside them. */
export const countNarrowings = (shell: Shell, bounds: CountBounds): Narrowing[] => {
  const narrowed = narrowTo(shell, bounds.type)
  if (narrowed === undefined) return []
  const stated = (keyword: string) => typeof shell[keyword] === 'number'
  const least = numberIn(shell, bounds.least, 0)
  const most = numberIn(shell, bounds.most, Infinity)
  const tries = [
    { scenario: bounds.atLeast, keyword: bounds.least, count: least },
    { scenario: bounds.atMost, keyword: bounds.most, count: most },
    { scenario: bounds.nearby, keyword: bounds.least, count: least + 1 },
    { scenario: bounds.nearby, keyword: bounds.most, count: most - 1 },
  ]
  return tries
    .filter(
      ({ keyword, count }) => stated(keyword) && count >= least && count <= Math.min(most, bounds.largest),
    )
    .filter(({ count }) => bounds.type !== 'string' || isPlainLength(shell, count))
    .map(({ scenario, keyword, count }) => ({
      scenario,
      keyword,
      shell: restrict(narrowed, { [bounds.least]: count, [bounds.most]: count }),
    }))
}

/**
 * Whether a text of this length is of the schema's format without doubt: an address of three characters is one by its RFC, and many
 * servers refuse it all the same.
 */
const isPlainLength = (shell: Shell, length: number): boolean => {
  const { format, pattern } = shell
  if (typeof format !== 'string') return true
  const constraints = {
    minLength: numberIn(shell, 'minLength', 0),
    maxLength: numberIn(shell, 'maxLength', Infinity),
    formats: [format],
    patterns: typeof pattern === 'string' ? [pattern] : [],
  }
  return boundaryTexts(constraints).some(({ text }) => Array.from(text).length === length)
}

import { matchInTime } from '#platform'
import { findExpression } from './expressions.ts'

/** Whether a pattern matches a text, as JSON Schema means it: unanchored, Unicode; a pattern that does not compile matches everything. */
export const matchesPattern = (pattern: string, text: string): boolean =>
  matchInTime(pattern, text) ?? findExpression(pattern)?.test(text) ?? true

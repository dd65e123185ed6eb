import { JS, type Concatenation } from 'refa'
import { findExpression } from '../find-expression.ts'
import { MAX_CODE_POINT } from './code-point-set.ts'
import { PatternLimitError } from './pattern-limit-error.ts'

/** The syntax tree of a pattern. */
export interface ParsedPattern {
  readonly alternatives: readonly Concatenation[]
  /** Whether characters are code points; else they are UTF-16 code units. */
  readonly isUnicode: boolean
  /** The greatest character. */
  readonly maximum: number
}

const MAX_NODES = 20_000

/**
 * The syntax tree of a pattern, read as `matchesPattern` reads it; undefined for what is no ECMA-262 expression.
 * References to groups with few texts are written out. What the parser does not know throws {@link PatternLimitError}.
 */
export const parsePattern = (pattern: string): ParsedPattern | undefined => {
  const expression = findExpression(pattern)
  if (expression === undefined) return undefined
  try {
    const parser = JS.Parser.fromLiteral({ source: pattern, flags: expression.flags })
    const { expression: tree } = parser.parse({ backreferences: 'unknown', maxNodes: MAX_NODES })
    return {
      alternatives: tree.alternatives,
      isUnicode: expression.unicode,
      maximum: expression.unicode ? MAX_CODE_POINT : 0xff_ff,
    }
  } catch (error) {
    throw new PatternLimitError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** What a text must and must not be. Lengths count Unicode code points (JSON Schema 2020-12, Validation, 6.3). */
export interface TextConstraints {
  readonly minLength?: number
  /** Infinity or undefined: no limit. */
  readonly maxLength?: number
  /** ECMA-262 patterns, unanchored, that all must match. */
  readonly patterns?: readonly string[]
  /** Patterns that must not match. */
  readonly notPatterns?: readonly string[]
  /** Formats the text must be of, in the strict reading that every validator takes; unknown ones ask nothing. */
  readonly formats?: readonly string[]
  /** Formats the text must be refused by, even in the generous reading of `isFormat`. */
  readonly notFormats?: readonly string[]
}

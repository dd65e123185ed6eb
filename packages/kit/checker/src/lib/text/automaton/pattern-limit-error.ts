/** A pattern that an automaton cannot stand for, or only one that is too large; the message says why. */
export class PatternLimitError extends Error {
  override readonly name = 'PatternLimitError'
}

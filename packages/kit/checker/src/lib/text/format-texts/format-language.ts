/** Texts of a format and texts that are not, as patterns that findLanguage can combine with others. */
export interface FormatLanguage {
  /** Texts that every validator takes; the plainest first, later ones for the lengths and patterns that those do not meet. */
  readonly taken: readonly string[]
  /** Matches every text that any reader of the RFC takes, and more. */
  readonly envelope: string
  /** Texts that every validator refuses, however it checks; empty for a format that many do not check. */
  readonly refused: readonly string[]
  /** Texts that are refused at first sight. */
  readonly blatant: readonly string[]
  /** Texts that look right and are not; a check by pattern alone may take some. The clearest first. */
  readonly near: readonly string[]
}

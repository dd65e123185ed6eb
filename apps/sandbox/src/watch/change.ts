/** Something that happened in the sandbox, in words. */
export interface Change {
  readonly text: string
  /** Whether it went well for a partner, badly, or neither. */
  readonly tone: 'good' | 'bad' | 'plain'
}

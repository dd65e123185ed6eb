/** An event in the sandbox, as text. */
export interface Change {
  readonly text: string
  /** Whether it is good, bad or neutral for a partner. */
  readonly tone: 'good' | 'bad' | 'plain'
}

import type { FoundChange } from './found-change.ts'

/** What a check may know beside the change. */
export interface ChangeContext {
  /** Whether the change touches something that callers send. */
  readonly isSent: boolean
  /** Whether it touches something that callers get. */
  readonly isReceived: boolean
}

/** A breaking change that Redocly does not see. */
export interface ChangeCheck {
  /** The file name; shown in the changelog's data. */
  readonly id: string
  /** What changed, a sentence, when the change breaks; else undefined. */
  verify(change: FoundChange, context: ChangeContext): string | undefined
}

import type { Json } from '../schema/json.ts'

/** A value that a part of a message may have; undefined: the part is not there. */
export type Candidate = Json | undefined

/** What one part of a message may mean. */
export interface Reading {
  /** For each way to decode it, the values that the document's types allow; a message is valid only if every way finds one. */
  readonly strict: readonly (readonly Candidate[])[]
  /** The values that some server may make of it besides; made only when asked for. */
  readonly lenient: () => readonly Candidate[]
}

/** A part that is not there. */
export const ABSENT: Reading = { strict: [[undefined]], lenient: () => [] }

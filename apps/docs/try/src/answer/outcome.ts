/** An answer as it came. */
export interface ReceivedAnswer {
  readonly kind: 'answer'
  readonly status: number
  /** By name. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
  /** The text as JSON; `undefined` where it is none. */
  readonly body: unknown
  readonly durationMs: number
}

/** No answer: why, and what to do. */
export interface NoAnswer {
  readonly kind: 'none'
  readonly reason: string
  readonly advice: string
  readonly durationMs: number
}

/** What became of a request. */
export type Outcome = ReceivedAnswer | NoAnswer

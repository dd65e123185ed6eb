/** A request that a sample sent, and its response. */
export interface SentExchange {
  /** In upper case. */
  readonly method: string
  readonly url: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}

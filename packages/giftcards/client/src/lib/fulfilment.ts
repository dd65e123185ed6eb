import type { Wire } from '@giftcards/contract'

/** How far an order has come. */
export interface FulfilmentProgress {
  readonly order: Wire.Order
  /** Of the order, such as `Processing`; an open vocabulary (section 3.2). */
  readonly status: string
  readonly fulfilledCards: number
  readonly totalCards: number
}

/** How an order is waited for. */
export interface WaitOptions {
  /** Told of the first state, and of each that differs from the last, and waited for. What it throws ends the wait. */
  readonly onProgress?: ((progress: FulfilmentProgress) => unknown) | undefined
  /** Milliseconds to the second question, 1,000 unless given; each further pause is half as long again, up to a minute. */
  readonly pollMs?: number | undefined
  /**
   * Milliseconds after which the wait ends with a `TimeoutError`; none unless given: a physical card takes
   * a day. A last question is asked then, which may take `pollMs`.
   */
  readonly timeoutMs?: number | undefined
  /** Ends the wait at once. */
  readonly signal?: AbortSignal | undefined
}

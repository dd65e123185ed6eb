/** What every error of the client knows. */
export interface ErrorFacts {
  readonly operationId: string
  readonly requestId?: string | undefined
  readonly retryable: boolean
  readonly idempotencyKey?: string | undefined
}

/** Any failure of a call. Neither its texts nor its fields hold a token, a password, a card number or a PIN. */
export class PartnerClientError extends Error {
  override name = 'PartnerClientError'
  /** The operation that failed. */
  declare readonly operationId: string
  /** `x-request-id` of the answer, or the one sent where there was no answer. */
  declare readonly requestId: string | undefined
  /** Whether the same call may succeed later and cannot do the thing twice. A checkout: with the same `idempotencyKey`. */
  declare readonly retryable: boolean
  /** The key of a checkout. Call again with it, and there will never be a second order. */
  declare readonly idempotencyKey: string | undefined

  constructor(message: string, facts: ErrorFacts) {
    super(`${facts.operationId}: ${message}`)
    Object.assign(this, facts)
  }
}

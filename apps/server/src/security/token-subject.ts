/** Whom a token stands for. */
export interface TokenSubject {
  readonly appId: string
  readonly sessionId: string
  /** `null` until login. */
  readonly customerId: number | null
}

/** What a token was found to say once its signature and claims had been checked; neither changes, only the time does. */
export interface VerifiedToken extends TokenSubject {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

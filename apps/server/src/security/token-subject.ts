/** Whom a token stands for. */
export interface TokenSubject {
  readonly appId: string
  readonly sessionId: string
  /** `null` until login. */
  readonly customerId: number | null
}

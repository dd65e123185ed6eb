/** Who makes a request: the session, the address it comes from, and the customer once the session has logged in. */
export interface Caller {
  readonly sessionId: string
  /** For the throttles. */
  readonly ip: string
  /** `null` until login. */
  readonly customerId: number | null
}

/** A caller who has logged in. */
export interface CustomerCaller extends Caller {
  readonly customerId: number
}

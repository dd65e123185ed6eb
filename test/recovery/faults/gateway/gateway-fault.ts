/** The fault of the gateway. Every call fails in the same way until the fault is changed. */
export interface GatewayFault {
  /**
   * `fails`: 500 without any effect; `hangs`: no response and no effect; `loses-answer`: takes effect, then the connection is
   * cut.
   */
  readonly kind: 'none' | 'fails' | 'hangs' | 'loses-answer'
  /** How long the gateway waits after it has executed a charge. The ledger changes before the response is sent. */
  readonly delayMs: number
  /** Whether cancellations fail in the same way. */
  readonly hitsCancel: boolean
}

/** A gateway without a fault. */
export const noFault: GatewayFault = { kind: 'none', delayMs: 0, hitsCancel: false }

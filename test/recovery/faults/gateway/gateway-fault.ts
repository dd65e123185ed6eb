/** How the gateway fails. Every call fails alike until the fault is changed. */
export interface GatewayFault {
  /** `fails`: 500 before anything is done; `hangs`: no response, nothing done; `loses-answer`: done, then the line is cut. */
  readonly kind: 'none' | 'fails' | 'hangs' | 'loses-answer'
  /** How long it takes over each charge once it has done it; the ledger has moved before the response leaves. */
  readonly delayMs: number
  /** Whether cancellations fail likewise. */
  readonly hitsCancel: boolean
}

/** A gateway in order. */
export const noFault: GatewayFault = { kind: 'none', delayMs: 0, hitsCancel: false }

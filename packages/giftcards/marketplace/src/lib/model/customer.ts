/** A postal address as the contract sends it (spec 2.6). */
export interface Address {
  readonly firstname: string
  readonly lastname: string
  readonly street: string
  readonly street2?: string
  readonly city: string
  /** Two letters. */
  readonly state: string
  readonly postcode: string
  readonly company?: string
}

/** A customer account. */
export interface Customer {
  readonly id: number
  /** Lower case. */
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly passwordHash: string
  /** Elite partners may use a drawdown account (spec 5). */
  readonly isElite: boolean
  readonly isDisabled: boolean
  readonly phone: string | null
  readonly address: Address | null
  readonly storeCreditCents: number
}

/** A saved payment method; the number is masked where it is stored. */
export interface SavedPaymentMethod {
  readonly customerId: number
  readonly id: number
  readonly kind: 'bank' | 'card'
  /** `****` and the last four digits of the bank account; `null` for a card. */
  readonly accountNumber: string | null
  /** `****` and the last four digits of the routing number; `null` for a card. */
  readonly routingNumber: string | null
}

/** The sender of a request: its session, its address, and its customer once the session has logged in. */
export interface Caller {
  readonly sessionId: string
  /** The address that throttles count by. */
  readonly ip: string
  /** `null` until login. */
  readonly customerId: number | null
}

/** A caller who has logged in. */
export interface CustomerCaller extends Caller {
  readonly customerId: number
}

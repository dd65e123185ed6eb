/** A pre-funded balance of an Elite partner; `available = balance − pending`, never negative. */
export interface DrawdownAccount {
  readonly customerId: number
  readonly balanceCents: number
  readonly pendingCents: number
  readonly isActive: boolean
}

/** One row of the ledger; Σ amount = balance. */
export interface DrawdownTransaction {
  readonly id: number
  readonly customerId: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly type: 'Purchase' | 'Deposit' | 'Refund' | 'Adjustment'
  /** Negative for debits. */
  readonly amountCents: number
  /** The account's balance after this row. */
  readonly balanceCents: number
  readonly description: string
  /** The number of the order that it is for; `null`: none. An order has one entry of a type at most. */
  readonly orderId: number | null
  /** The idempotency key of a deposit, unique for its customer and kept for good; absent: none was given. */
  readonly key?: string
}

/** One row of the ledger of a customer's store credit; Σ amount = credit. */
export interface StoreCreditTransaction extends Omit<DrawdownTransaction, 'id' | 'key'> {
  /** From 1, in the order of the customer's rows. */
  readonly position: number
  /** Whether the row stands for everything that had changed the credit before it without a row of its own. */
  readonly isOpening: boolean
}

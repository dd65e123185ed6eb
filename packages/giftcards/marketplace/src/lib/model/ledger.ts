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
  /** The number of its order; `null`: none. An order has at most one row of each type. */
  readonly orderId: number | null
  /** The idempotency key of a deposit, unique for its customer and never deleted; absent: none was given. */
  readonly key?: string
}

/** One row of the ledger of a customer's store credit; Σ amount = credit. */
export interface StoreCreditTransaction extends Omit<DrawdownTransaction, 'id' | 'key'> {
  /** From 1, in the order of the customer's rows. */
  readonly position: number
}

/** A ledger of customer balances. */
export type Ledger = 'drawdown' | 'store-credit'

/** Reads drawdown accounts, and the ledgers of drawdown and store credit. */
export interface LedgerReader {
  findDrawdownAccount(customerId: number): Promise<DrawdownAccount | undefined>
  /** The ledger row of a deposit, by its idempotency key. */
  findDeposit(customerId: number, key: string): Promise<DrawdownTransaction | undefined>
  /** Newest (highest id) first. */
  listDrawdownTransactions(customerId: number, limit: number): Promise<readonly DrawdownTransaction[]>

  /** The ledger of a customer's store credit, newest (highest position) first. */
  listStoreCreditTransactions(customerId: number, limit: number): Promise<readonly StoreCreditTransaction[]>
  /** The amount that the ledger debited for an order, in cents; `undefined` if it has no purchase of that order. */
  findPurchaseCents(ledger: Ledger, orderId: number): Promise<number | undefined>
  /** The first row of store credit of a customer that has this description. */
  findStoreCreditRow(customerId: number, description: string): Promise<StoreCreditTransaction | undefined>
}

/** Writes drawdown accounts, and the ledgers of drawdown and store credit. */
export interface LedgerWriter {
  putDrawdownAccount(account: DrawdownAccount): Promise<void>
  /** Opens an active account without money. Throws if the customer has one. */
  insertDrawdownAccount(customerId: number): Promise<void>
  /** Appends to the ledger. Draw its id after finding the account, so that ids ascend in the order of the rows. */
  insertDrawdownTransaction(row: DrawdownTransaction): Promise<void>

  /** Appends to the ledger of a customer's store credit. Throws if the order has a row of that type already. */
  insertStoreCreditTransaction(row: StoreCreditTransaction): Promise<void>
}

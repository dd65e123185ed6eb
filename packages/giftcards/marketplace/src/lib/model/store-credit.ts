import type { DrawdownTransaction } from './drawdown.ts'

/** One row of the ledger of a customer's store credit; Σ amount = credit. */
export interface StoreCreditTransaction extends Omit<DrawdownTransaction, 'id' | 'key'> {
  /** From 1, in the order of the customer's rows. */
  readonly position: number
  /** Whether the row stands for everything that had changed the credit before it without a row of its own. */
  readonly isOpening: boolean
}

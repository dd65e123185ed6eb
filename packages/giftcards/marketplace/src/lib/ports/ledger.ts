import type { DrawdownAccount, DrawdownTransaction, StoreCreditTransaction } from '../model/ledger.ts'

/** Reads drawdown accounts, and the ledgers of drawdown and store credit. */
export interface LedgerReader {
  findDrawdownAccount(customerId: number): Promise<DrawdownAccount | undefined>
  /** The entry of the deposit that was made under a key. */
  findDeposit(customerId: number, key: string): Promise<DrawdownTransaction | undefined>
  /** Newest (highest id) first. */
  listDrawdownTransactions(customerId: number, limit: number): Promise<readonly DrawdownTransaction[]>

  /** The ledger of a customer's store credit, newest (highest position) first. */
  listStoreCreditTransactions(customerId: number, limit: number): Promise<readonly StoreCreditTransaction[]>
}

/** Writes drawdown accounts, and the ledgers of drawdown and store credit. */
export interface LedgerWriter {
  putDrawdownAccount(account: DrawdownAccount): Promise<void>
  /** Opens an active account without money. Throws where the customer has one. */
  insertDrawdownAccount(customerId: number): Promise<void>
  /** Appends to the ledger. Its id is drawn after the account was found, so that the ledger's ids are in order. */
  insertDrawdownTransaction(row: DrawdownTransaction): Promise<void>

  /** Appends to the ledger of a customer's store credit. Throws where the order has a row of that type already. */
  insertStoreCreditTransaction(row: StoreCreditTransaction): Promise<void>
}

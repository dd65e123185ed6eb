import type {
  DrawdownAccount,
  DrawdownTransaction,
  StoreReader,
  StoreTransaction,
} from '@giftcards/marketplace'
import type { Insertable } from 'kysely'
import { fromFlag, toFlag } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import type { Db } from './db.ts'
import { writeNumbers } from './numbers.ts'

/** Finds drawdown accounts and their ledgers. */
export function readDrawdown(db: Db): Pick<StoreReader, 'findDrawdownAccount' | 'listDrawdownTransactions'> {
  return {
    async findDrawdownAccount(customerId) {
      const accounts = db.selectFrom('drawdown_accounts').selectAll()
      const row = await accounts.where('customer_id', '=', customerId).executeTakeFirst()
      return row && fromAccountRow(row)
    },
    async listDrawdownTransactions(customerId, limit) {
      const rows = await db
        .selectFrom('drawdown_transactions')
        .selectAll()
        .where('customer_id', '=', customerId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromTransactionRow)
    },
  }
}

/** Changes drawdown accounts, which the table keeps at `0 ≤ pending ≤ balance`, and appends to their ledgers. */
export function writeDrawdown(
  db: Db,
): Pick<StoreTransaction, 'putDrawdownAccount' | 'insertDrawdownTransaction'> {
  const { nextNumbers } = writeNumbers(db)
  return {
    async putDrawdownAccount(account) {
      const { customer_id, ...columns } = toAccountRow(account)
      await db
        .insertInto('drawdown_accounts')
        .values({ customer_id, ...columns })
        .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(columns))
        .execute()
    },
    async insertDrawdownTransaction(row) {
      const transaction = { ...row, id: await nextNumbers('drawdownTransaction', 1) }
      await db.insertInto('drawdown_transactions').values(toTransactionRow(transaction)).execute()
      return transaction
    },
  }
}

/** An account as a row. */
export function toAccountRow(account: DrawdownAccount): Insertable<Database['drawdown_accounts']> {
  return {
    customer_id: account.customerId,
    balance_cents: account.balanceCents,
    pending_cents: account.pendingCents,
    is_active: toFlag(account.isActive),
  }
}

/** A ledger entry as a row. */
export function toTransactionRow(entry: DrawdownTransaction): Insertable<Database['drawdown_transactions']> {
  return {
    id: entry.id,
    customer_id: entry.customerId,
    booked_at: entry.at,
    transaction_type: entry.type,
    amount_cents: entry.amountCents,
    balance_cents: entry.balanceCents,
    description: entry.description,
  }
}

/** An account from its row. */
export function fromAccountRow(row: Database['drawdown_accounts']): DrawdownAccount {
  return {
    customerId: row.customer_id,
    balanceCents: row.balance_cents,
    pendingCents: row.pending_cents,
    isActive: fromFlag(row.is_active),
  }
}

/** A ledger entry from its row. */
export function fromTransactionRow(row: Database['drawdown_transactions']): DrawdownTransaction {
  return {
    id: row.id,
    customerId: row.customer_id,
    at: row.booked_at,
    type: row.transaction_type,
    amountCents: row.amount_cents,
    balanceCents: row.balance_cents,
    description: row.description,
  }
}

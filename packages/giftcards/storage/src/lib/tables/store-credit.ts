import type { StoreCreditTransaction, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { fromFlag, toFlag } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { limitOf } from './db.ts'
import { insertOf } from './insert-of.ts'

const newestRows = statement(
  (db, { customerId, limit }: { readonly customerId: number; readonly limit: number }) =>
    db
      .selectFrom('store_credit_transactions')
      .select(tableColumns.store_credit_transactions)
      .where('customer_id', '=', customerId)
      .orderBy('position', 'desc')
      .limit(limitOf(limit)),
)

/** Lists the ledgers of store credit. */
export function readStoreCredit(session: Session): Pick<StoreReader, 'listStoreCreditTransactions'> {
  return {
    async listStoreCreditTransactions(customerId, limit) {
      return (await session.all(newestRows, { customerId, limit })).map(fromStoreCreditRow)
    },
  }
}

const insertRows = insertOf('store_credit_transactions')

/** Appends to the ledgers of store credit. */
export function writeStoreCredit(session: Session): Pick<StoreTransaction, 'insertStoreCreditTransaction'> {
  return { insertStoreCreditTransaction: (row) => insertRows(session, [toStoreCreditRow(row)]) }
}

/** A ledger row as it is stored. */
export function toStoreCreditRow(row: StoreCreditTransaction): Database['store_credit_transactions'] {
  return {
    customer_id: row.customerId,
    position: row.position,
    booked_at: row.at,
    transaction_type: row.type,
    amount_cents: row.amountCents,
    balance_cents: row.balanceCents,
    description: row.description,
    order_id: row.orderId,
    is_opening: toFlag(row.isOpening),
  }
}

/** A ledger row as it was stored. */
export function fromStoreCreditRow(row: Database['store_credit_transactions']): StoreCreditTransaction {
  return {
    customerId: row.customer_id,
    position: row.position,
    at: row.booked_at,
    type: row.transaction_type,
    amountCents: row.amount_cents,
    balanceCents: row.balance_cents,
    description: row.description,
    orderId: row.order_id,
    isOpening: fromFlag(row.is_opening),
  }
}

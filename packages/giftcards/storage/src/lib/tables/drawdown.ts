import type {
  DrawdownAccount,
  DrawdownTransaction,
  StoreReader,
  StoreTransaction,
} from '@giftcards/marketplace'
import { fromFlag, toFlag } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf } from '../statements/columns-of.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { limitOf } from './db.ts'
import { insertOf } from './insert-of.ts'

const accountOf = statement((db, { customerId }: { readonly customerId: number }) =>
  db
    .selectFrom('drawdown_accounts')
    .select(tableColumns.drawdown_accounts)
    .where('customer_id', '=', customerId),
)

/** For an engine on which several transactions write: one of an earlier version changes the account without its lock. */
const lockedAccountOf = statement((db, { customerId }: { readonly customerId: number }) =>
  db
    .selectFrom('drawdown_accounts')
    .select(tableColumns.drawdown_accounts)
    .where('customer_id', '=', customerId)
    .forNoKeyUpdate(),
)

const newestEntries = statement(
  (db, { customerId, limit }: { readonly customerId: number; readonly limit: number }) =>
    db
      .selectFrom('drawdown_transactions')
      .select(tableColumns.drawdown_transactions)
      .where('customer_id', '=', customerId)
      .orderBy('id', 'desc')
      .limit(limitOf(limit)),
)

const depositUnder = statement(
  (db, { customerId, key }: { readonly customerId: number; readonly key: string }) =>
    db
      .selectFrom('drawdown_transactions')
      .select(tableColumns.drawdown_transactions)
      .where('customer_id', '=', customerId)
      .where('deposit_key', '=', key),
)

/** Finds drawdown accounts and their ledgers. */
export function readDrawdown(
  session: Session,
): Pick<StoreReader, 'findDrawdownAccount' | 'findDeposit' | 'listDrawdownTransactions'> {
  return {
    async findDrawdownAccount(customerId) {
      const row = await session.first(accountOf, { customerId })
      return row && fromAccountRow(row)
    },
    async findDeposit(customerId, key) {
      const row = await session.first(depositUnder, { customerId, key })
      return row && fromTransactionRow(row)
    },
    async listDrawdownTransactions(customerId, limit) {
      return (await session.all(newestEntries, { customerId, limit })).map(fromTransactionRow)
    },
  }
}

const putAccount = statement((db, row: Database['drawdown_accounts']) =>
  db
    .insertInto('drawdown_accounts')
    .values(columnsOf(row, tableColumns.drawdown_accounts))
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet(columnsOf(row, ['balance_cents', 'pending_cents', 'is_active'])),
    ),
)

const insertEntries = insertOf('drawdown_transactions')

/** Changes drawdown accounts, which the table keeps at `0 ≤ pending ≤ balance`, and appends to their ledgers. */
export function writeDrawdown(
  session: Session,
): Pick<StoreTransaction, 'findDrawdownAccount' | 'putDrawdownAccount' | 'insertDrawdownTransaction'> {
  return {
    async findDrawdownAccount(customerId) {
      const row = await session.first(session.writesAlone ? accountOf : lockedAccountOf, { customerId })
      return row && fromAccountRow(row)
    },
    async putDrawdownAccount(account) {
      await session.run(putAccount, toAccountRow(account))
    },
    async insertDrawdownTransaction(row) {
      await insertEntries(session, [{ ...toEntryRow(row), id: row.id }])
    },
  }
}

/** An account as a row. */
export function toAccountRow(account: DrawdownAccount): Database['drawdown_accounts'] {
  return {
    customer_id: account.customerId,
    balance_cents: account.balanceCents,
    pending_cents: account.pendingCents,
    is_active: toFlag(account.isActive),
  }
}

/** A ledger entry as a row, but for its id. */
export function toEntryRow(
  entry: Omit<DrawdownTransaction, 'id'>,
): Omit<Database['drawdown_transactions'], 'id'> {
  return {
    customer_id: entry.customerId,
    booked_at: entry.at,
    transaction_type: entry.type,
    amount_cents: entry.amountCents,
    balance_cents: entry.balanceCents,
    description: entry.description,
    order_id: entry.orderId,
    deposit_key: entry.key ?? null,
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
    orderId: row.order_id,
    ...(row.deposit_key === null ? {} : { key: row.deposit_key }),
  }
}

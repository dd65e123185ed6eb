import {
  type DrawdownAccount,
  type DrawdownTransaction,
  openingRows,
  type SeedData,
  type StoreCreditTransaction,
  type StoreReader,
  type StoreTransaction,
} from '@giftcards/marketplace'
import { fromFlag, toFlag } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { limitOf } from './db.ts'
import { insertOf, putOf } from './row-statements.ts'

const accountOf = statement((db, { customerId }: { readonly customerId: number }) =>
  db
    .selectFrom('drawdown_accounts')
    .select(tableColumns.drawdown_accounts)
    .where('customer_id', '=', customerId),
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

const newestCreditRows = statement(
  (db, { customerId, limit }: { readonly customerId: number; readonly limit: number }) =>
    db
      .selectFrom('store_credit_transactions')
      .select(tableColumns.store_credit_transactions)
      .where('customer_id', '=', customerId)
      .orderBy('position', 'desc')
      .limit(limitOf(limit)),
)

/** Reads the rows of one customer. An operator reads one by its key. */
const creditRowBy = statement(
  (db, { customerId, description }: { readonly customerId: number; readonly description: string }) =>
    db
      .selectFrom('store_credit_transactions')
      .select(tableColumns.store_credit_transactions)
      .where('customer_id', '=', customerId)
      .where('description', '=', description)
      .orderBy('position')
      .limit(limitOf(1)),
)

/** Finds drawdown accounts, and the ledgers of drawdown and store credit. */
export function readLedger(session: Session) {
  return {
    async findDrawdownAccount(customerId) {
      const row = await session.first(accountOf, { customerId })
      return row && fromAccountRow(row)
    },
    async findDeposit(customerId, key) {
      const row = await session.first(depositUnder, { customerId, key })
      return row && fromEntryRow(row)
    },
    listDrawdownTransactions: async (customerId, limit) =>
      (await session.all(newestEntries, { customerId, limit })).map(fromEntryRow),
    listStoreCreditTransactions: async (customerId, limit) =>
      (await session.all(newestCreditRows, { customerId, limit })).map(fromCreditRow),
    async findStoreCreditRow(customerId, description) {
      const row = await session.first(creditRowBy, { customerId, description })
      return row && fromCreditRow(row)
    },
  } satisfies Partial<StoreReader>
}

const putAccount = putOf('drawdown_accounts', ['customer_id'])

const insertAccounts = insertOf('drawdown_accounts')

const insertEntries = insertOf('drawdown_transactions')

const insertCreditRows = insertOf('store_credit_transactions')

/** Changes drawdown accounts, which the table keeps at `0 ≤ pending ≤ balance`, and appends to the ledgers. */
export function writeLedger(session: Session) {
  return {
    async putDrawdownAccount(account) {
      await session.run(putAccount, toAccountRow(account))
    },
    insertDrawdownAccount: (customerId) =>
      insertAccounts(session, [
        toAccountRow({ customerId, balanceCents: 0, pendingCents: 0, isActive: true }),
      ]),
    insertDrawdownTransaction: (entry) => insertEntries(session, [toEntryRow(entry)]),
    insertStoreCreditTransaction: (row) => insertCreditRows(session, [toCreditRow(row)]),
  } satisfies Partial<StoreTransaction>
}

/** Begins to insert the drawdown accounts and the ledgers of a seed. */
export function seedLedger(session: Session, data: SeedData): readonly Promise<void>[] {
  const firstId = (data.numbers.drawdownTransaction ?? 0) + 1
  const entries = data.drawdownTransactions.map((entry, index) =>
    toEntryRow({ ...entry, orderId: null, id: firstId + index }),
  )
  return [
    insertAccounts(session, data.drawdownAccounts.map(toAccountRow)),
    insertEntries(session, entries),
    insertCreditRows(session, openingRows(data).map(toCreditRow)),
  ]
}

function toAccountRow(account: DrawdownAccount): Database['drawdown_accounts'] {
  return {
    customer_id: account.customerId,
    balance_cents: account.balanceCents,
    pending_cents: account.pendingCents,
    is_active: toFlag(account.isActive),
  }
}

function toEntryRow(entry: DrawdownTransaction): Database['drawdown_transactions'] {
  return {
    id: entry.id,
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

function fromEntryRow(row: Database['drawdown_transactions']): DrawdownTransaction {
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

function toCreditRow(row: StoreCreditTransaction): Database['store_credit_transactions'] {
  return {
    customer_id: row.customerId,
    position: row.position,
    booked_at: row.at,
    transaction_type: row.type,
    amount_cents: row.amountCents,
    balance_cents: row.balanceCents,
    description: row.description,
    order_id: row.orderId,
  }
}

function fromCreditRow(row: Database['store_credit_transactions']): StoreCreditTransaction {
  return {
    customerId: row.customer_id,
    position: row.position,
    at: row.booked_at,
    type: row.transaction_type,
    amountCents: row.amount_cents,
    balanceCents: row.balance_cents,
    description: row.description,
    orderId: row.order_id,
  }
}

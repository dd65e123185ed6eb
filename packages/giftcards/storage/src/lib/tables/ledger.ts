import {
  type DrawdownAccount,
  type DrawdownTransaction,
  openingRows,
  type SeedData,
  type StoreCreditTransaction,
  type StoreReader,
  type StoreTransaction,
} from '@giftcards/marketplace'
import { sql } from 'kysely'
import { fromFlag, toFlag } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import type { AuditLog } from './audit-log.ts'
import { compiled, type Param, paramsOf } from './compiled.ts'
import { type Db, inChunks, limitOf } from './db.ts'

const accountOf = compiled((db, param: Param<{ readonly customerId: number }>) =>
  db
    .selectFrom('drawdown_accounts')
    .select(tableColumns.drawdown_accounts)
    .where('customer_id', '=', param('customerId')),
)

const selectEntries = (db: Db, customerId: number) =>
  db
    .selectFrom('drawdown_transactions')
    .select(tableColumns.drawdown_transactions)
    .where('customer_id', '=', customerId)

const selectCreditRows = (db: Db, customerId: number) =>
  db
    .selectFrom('store_credit_transactions')
    .select(tableColumns.store_credit_transactions)
    .where('customer_id', '=', customerId)

/** Finds drawdown accounts, and the ledgers of drawdown and store credit. */
export function readLedger(db: Db) {
  return {
    findDrawdownAccount: async (customerId) =>
      (await accountOf(db, { customerId })).rows.map(fromAccountRow)[0],
    async findDeposit(customerId, key) {
      const row = await selectEntries(db, customerId).where('deposit_key', '=', key).executeTakeFirst()
      return row && fromEntryRow(row)
    },
    async listDrawdownTransactions(customerId, limit) {
      const rows = await selectEntries(db, customerId).orderBy('id', 'desc').limit(limitOf(limit)).execute()
      return rows.map(fromEntryRow)
    },
    async listStoreCreditTransactions(customerId, limit) {
      const rows = await selectCreditRows(db, customerId)
        .orderBy('position', 'desc')
        .limit(limitOf(limit))
        .execute()
      return rows.map(fromCreditRow)
    },
    async findPurchaseCents(ledger, orderId) {
      const row = await db
        .selectFrom(ledger === 'drawdown' ? 'drawdown_transactions' : 'store_credit_transactions')
        .select('amount_cents')
        .where('order_id', '=', orderId)
        .where('transaction_type', '=', sql.lit('Purchase' as const))
        .executeTakeFirst()
      return row && 0 - row.amount_cents
    },
    /** Reads the rows of one customer. An operator reads one by its key. */
    async findStoreCreditRow(customerId, description) {
      const row = await selectCreditRows(db, customerId)
        .where('description', '=', description)
        .orderBy('position')
        .limit(limitOf(1))
        .executeTakeFirst()
      return row && fromCreditRow(row)
    },
  } satisfies Partial<StoreReader>
}

const putAccount = compiled((db, param: Param<Database['drawdown_accounts']>) =>
  db
    .insertInto('drawdown_accounts')
    .values(paramsOf(param, tableColumns.drawdown_accounts))
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet((eb) => ({
        balance_cents: eb.ref('excluded.balance_cents'),
        pending_cents: eb.ref('excluded.pending_cents'),
        is_active: eb.ref('excluded.is_active'),
      })),
    ),
)

const insertEntry = compiled((db, param: Param<Database['drawdown_transactions']>) =>
  db.insertInto('drawdown_transactions').values(paramsOf(param, tableColumns.drawdown_transactions)),
)

const insertCreditRow = compiled((db, param: Param<Database['store_credit_transactions']>) =>
  db.insertInto('store_credit_transactions').values(paramsOf(param, tableColumns.store_credit_transactions)),
)

/** Changes drawdown accounts, which the table keeps at `0 ≤ pending ≤ balance`, and appends to the ledgers. */
export function writeLedger(db: Db, audit: AuditLog) {
  return {
    async putDrawdownAccount(account) {
      await putAccount(db, toAccountRow(account))
    },
    async insertDrawdownAccount(customerId) {
      const account = toAccountRow({ customerId, balanceCents: 0, pendingCents: 0, isActive: true })
      await audit.append(
        [{ kind: 'drawdown.opened', customerId }],
        db.insertInto('drawdown_accounts').values(account).execute(),
      )
    },
    async insertDrawdownTransaction(entry) {
      await insertEntry(db, toEntryRow(entry))
      const { customerId, amountCents, balanceCents, type } = entry
      if (type === 'Deposit' || type === 'Adjustment')
        await audit.append([{ kind: 'drawdown.deposited', customerId, amountCents, balanceCents }])
    },
    async insertStoreCreditTransaction(row) {
      await insertCreditRow(db, toCreditRow(row))
    },
  } satisfies Partial<StoreTransaction>
}

/** Begins to insert the drawdown accounts and the ledgers of a seed. */
export function seedLedger(db: Db, data: SeedData) {
  const firstId = (data.numbers.drawdownTransaction ?? 0) + 1
  const entries = data.drawdownTransactions.map((entry, index) =>
    toEntryRow({ ...entry, orderId: null, id: firstId + index }),
  )
  return [
    inChunks(data.drawdownAccounts.map(toAccountRow), (rows) =>
      db.insertInto('drawdown_accounts').values(rows).execute(),
    ),
    inChunks(entries, (rows) => db.insertInto('drawdown_transactions').values(rows).execute()),
    inChunks(openingRows(data).map(toCreditRow), (rows) =>
      db.insertInto('store_credit_transactions').values(rows).execute(),
    ),
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

import {
  type DrawdownTransaction,
  openingRows,
  type SeedData,
  type StoreReader,
  type StoreTransaction,
} from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Database, rowsOf } from '../schema/database.ts'
import type { AuditLog } from './audit-log.ts'
import { compiled, type Param, paramsOf } from './compiled.ts'
import { type Db, inChunks, limitOf } from './db.ts'

const accounts = rowsOf('drawdown_accounts')
const entries = rowsOf('drawdown_transactions')
const creditRows = rowsOf('store_credit_transactions')

const accountOf = compiled((db, param: Param<{ readonly customerId: number }>) =>
  db.selectFrom('drawdown_accounts').select(accounts.columns).where('customer_id', '=', param('customerId')),
)

const selectEntries = (db: Db, customerId: number) =>
  db.selectFrom('drawdown_transactions').select(entries.columns).where('customer_id', '=', customerId)

const selectCreditRows = (db: Db, customerId: number) =>
  db.selectFrom('store_credit_transactions').select(creditRows.columns).where('customer_id', '=', customerId)

/** Finds drawdown accounts, and the ledgers of drawdown and store credit. */
export function readLedger(db: Db) {
  return {
    findDrawdownAccount: async (customerId) =>
      (await accountOf(db, { customerId })).rows.map(accounts.fromRow)[0],
    async findDeposit(customerId, key) {
      const row = await selectEntries(db, customerId).where('deposit_key', '=', key).executeTakeFirst()
      return row && toEntry(row)
    },
    async listDrawdownTransactions(customerId, limit) {
      const rows = await selectEntries(db, customerId).orderBy('id', 'desc').limit(limitOf(limit)).execute()
      return rows.map(toEntry)
    },
    async listStoreCreditTransactions(customerId, limit) {
      const rows = await selectCreditRows(db, customerId)
        .orderBy('position', 'desc')
        .limit(limitOf(limit))
        .execute()
      return rows.map(creditRows.fromRow)
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
      return row && creditRows.fromRow(row)
    },
  } satisfies Partial<StoreReader>
}

const putAccount = compiled((db, param: Param<Database['drawdown_accounts']>) =>
  db
    .insertInto('drawdown_accounts')
    .values(paramsOf(param, accounts.columns))
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet((eb) => ({
        balance_cents: eb.ref('excluded.balance_cents'),
        pending_cents: eb.ref('excluded.pending_cents'),
        is_active: eb.ref('excluded.is_active'),
      })),
    ),
)

const insertEntry = compiled((db, param: Param<Database['drawdown_transactions']>) =>
  db.insertInto('drawdown_transactions').values(paramsOf(param, entries.columns)),
)

const insertCreditRow = compiled((db, param: Param<Database['store_credit_transactions']>) =>
  db.insertInto('store_credit_transactions').values(paramsOf(param, creditRows.columns)),
)

/** Changes drawdown accounts, which the table keeps at `0 ≤ pending ≤ balance`, and appends to the ledgers. */
export function writeLedger(db: Db, audit: AuditLog) {
  return {
    async putDrawdownAccount(account) {
      await putAccount(db, accounts.toRow(account))
    },
    async insertDrawdownAccount(customerId) {
      const account = accounts.toRow({ customerId, balanceCents: 0, pendingCents: 0, isActive: true })
      await audit.append(
        [{ kind: 'drawdown.opened', customerId }],
        db.insertInto('drawdown_accounts').values(account).execute(),
      )
    },
    async insertDrawdownTransaction(entry) {
      await insertEntry(db, entries.toRow({ key: null, ...entry }))
      const { customerId, amountCents, balanceCents, type } = entry
      if (type === 'Deposit' || type === 'Adjustment')
        await audit.append([{ kind: 'drawdown.deposited', customerId, amountCents, balanceCents }])
    },
    async insertStoreCreditTransaction(row) {
      await insertCreditRow(db, creditRows.toRow(row))
    },
  } satisfies Partial<StoreTransaction>
}

/** Begins to insert the drawdown accounts and the ledgers of a seed. */
export function seedLedger(db: Db, data: SeedData) {
  const firstId = (data.numbers.drawdownTransaction ?? 0) + 1
  const opening = data.drawdownTransactions.map((entry, index) =>
    entries.toRow({ key: null, ...entry, orderId: null, id: firstId + index }),
  )
  return [
    inChunks(data.drawdownAccounts.map(accounts.toRow), (rows) =>
      db.insertInto('drawdown_accounts').values(rows).execute(),
    ),
    inChunks(opening, (rows) => db.insertInto('drawdown_transactions').values(rows).execute()),
    inChunks(openingRows(data).map(creditRows.toRow), (rows) =>
      db.insertInto('store_credit_transactions').values(rows).execute(),
    ),
  ]
}

function toEntry(row: Database['drawdown_transactions']): DrawdownTransaction {
  const { key, ...entry } = entries.fromRow(row)
  return key === null ? entry : { ...entry, key }
}

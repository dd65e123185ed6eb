import type { NumberSeries, SeedData, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { assertSandbox } from '../schema/database-mode.ts'
import { tableNames } from '../schema/database.ts'
import { seedAccounts } from './accounts.ts'
import type { AuditEvent } from './audit-event.ts'
import type { AuditLog } from './audit-log.ts'
import { seedCoupons } from './coupons.ts'
import { type Db, isPostgres, limitOf } from './db.ts'
import { seedLedger } from './ledger.ts'
import { numberSeries, setLastNumber } from './numbers.ts'
import { seedStock } from './stock.ts'

/** Tables that a seed does not touch. */
const keptTables = ['audit_log', 'database_mode', 'schema_migrations']

/** Every other table; referencing tables come first. */
const tables = tableNames.toReversed().filter((table) => !keptTables.includes(table))

/** Any store with data has rows in at least one of these tables: all other rows refer to them or are numbered. */
const firstTables = ['apps', 'customers', 'merchants', 'stock', 'coupons', 'number_series'] as const

/**
 * Waits for every transaction that writes, and blocks new ones. A transaction that has read the old data must not write after the
 * replacement. The tables that other transactions lock first come first.
 */
async function lockTables(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  const first = ['named_locks', 'customers', 'carts', 'cart_lines', 'jobs', 'payments', 'stock'] as const
  const locked = sql.join([...new Set([...first, ...tables])].map((table) => sql.table(table)))
  await sql`lock table ${locked} in exclusive mode`.execute(db)
}

/** Replaces the data of a sandbox, or puts data into an empty database. */
export function writeSeed(db: Db, audit: AuditLog) {
  return {
    async seed(data) {
      await assertSandbox(db)
      await lockTables(db)
      // Sent at once, and run one after the other: they share one connection.
      await Promise.all([...tables.map((table) => db.deleteFrom(table).execute()), ...insertData(db, data)])
      await audit.append([replacedBy(data)])
    },
    async seedIfEmpty(data) {
      for (const table of firstTables) {
        const row = await db
          .selectFrom(table)
          .select(sql.lit(1).as('found'))
          .limit(limitOf(1))
          .executeTakeFirst()
        if (row !== undefined) return false
      }
      await Promise.all(insertData(db, data))
      await audit.append([replacedBy(data)])
      return true
    },
  } satisfies Partial<StoreTransaction>
}

/** The audit event of new data. */
function replacedBy(data: SeedData): AuditEvent {
  const { customers, stock, drawdownAccounts } = data
  return {
    kind: 'data.replaced',
    elite: customers.filter(({ isElite }) => isElite).map(({ id }) => id),
    stock,
    held: drawdownAccounts.map(({ customerId, pendingCents: cents }) => ({ customerId, cents })),
    lastLedgerRow: lastNumber(data, 'drawdownTransaction'),
  }
}

/** Starts to insert all data, referenced tables first. */
function insertData(db: Db, data: SeedData): readonly Promise<unknown>[] {
  return [
    ...seedAccounts(db, data),
    ...seedStock(db, data),
    seedCoupons(db, data),
    ...seedLedger(db, data),
    ...numberSeries.map((name) => setLastNumber(db, name, lastNumber(data, name))),
  ]
}

/** Ledger rows draw numbers from their series, so the series continues after them. */
function lastNumber({ numbers, drawdownTransactions }: SeedData, name: NumberSeries): number {
  return (numbers[name] ?? 0) + (name === 'drawdownTransaction' ? drawdownTransactions.length : 0)
}

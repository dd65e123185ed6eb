import type { NumberSeries, SeedData, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { assertSandbox } from '../schema/database-mode.ts'
import { tableNames } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { rawCommand, statementBy } from '../statements/statement.ts'
import { seedAccounts } from './accounts.ts'
import { seedCoupons } from './coupons.ts'
import { limitOf } from './db.ts'
import { seedLedger } from './ledger.ts'
import { numberSeries, setLastNumber } from './numbers.ts'
import { seedStock } from './stock.ts'

/** Tables that a seed leaves alone. */
const keptTables = ['audit_log', 'database_mode', 'schema_migrations']

/** Every other table; those that refer to others come first. */
const tables = tableNames.toReversed().filter((table) => !keptTables.includes(table))

const empty = statementBy('stock', (db, _values: object, table: (typeof tables)[number]) =>
  db.deleteFrom(table),
)

/** Tables of which at least one has rows if a store has any data: all other rows refer to theirs, or are numbered. */
const firstTables = ['apps', 'customers', 'merchants', 'stock', 'coupons', 'number_series'] as const

const anyRow = statementBy('apps', (db, _values: object, table: (typeof firstTables)[number]) =>
  db.selectFrom(table).select(sql.lit(1).as('found')).limit(limitOf(1)),
)

/**
 * Waits for every transaction that writes, and blocks new ones. A transaction that has read the old data must not write beside
 * the new. The tables that other transactions lock first come first.
 */
async function lockTables(session: Session): Promise<void> {
  if (session.writesAlone) return
  const first = ['named_locks', 'customers', 'carts', 'cart_lines', 'jobs', 'payments', 'stock'] as const
  const locked = sql.join([...new Set([...first, ...tables])].map((table) => sql.table(table)))
  await session.run(rawCommand(sql`lock table ${locked} in exclusive mode`), {})
}

/** Replaces the data of a sandbox, or puts data into an empty database. */
export function writeSeed(session: Session) {
  return {
    async seed(data) {
      await assertSandbox(session)
      await lockTables(session)
      // Sent at once, and run one after the other: they share one connection.
      await Promise.all([
        ...tables.map((table) => session.run(empty(table), {})),
        ...insertData(session, data),
      ])
    },
    async seedIfEmpty(data) {
      for (const table of firstTables) {
        if ((await session.first(anyRow(table), {})) !== undefined) return false
      }
      await Promise.all(insertData(session, data))
      return true
    },
  } satisfies Partial<StoreTransaction>
}

/** Begins to insert all of it, each table after the tables that it refers to. */
function insertData(session: Session, data: SeedData): readonly Promise<void>[] {
  return [
    ...seedAccounts(session, data),
    ...seedStock(session, data),
    seedCoupons(session, data),
    ...seedLedger(session, data),
    ...numberSeries.map((name) => setLastNumber(session, name, lastNumber(data, name))),
  ]
}

/** Entries of the ledger take numbers of their series, so the series continues after them. */
function lastNumber({ numbers, drawdownTransactions }: SeedData, name: NumberSeries): number {
  return (numbers[name] ?? 0) + (name === 'drawdownTransaction' ? drawdownTransactions.length : 0)
}

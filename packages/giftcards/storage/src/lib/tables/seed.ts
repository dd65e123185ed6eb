import { type NumberSeries, type SeedData, type StoreTransaction } from '@giftcards/marketplace'
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

/** Tables that outlive what a seed replaces. */
const keptTables = ['audit_log', 'audit_heads', 'audit_archives', 'database_mode', 'schema_migrations']

/** Every other table, those that refer to others first. */
const tables = tableNames.toReversed().filter((table) => !keptTables.includes(table))

const empty = statementBy('stock', (db, _values: object, table: (typeof tables)[number]) =>
  db.deleteFrom(table),
)

/** Tables that anything put into a store has rows in: everything else refers to these, or is counted by them. */
const firstTables = ['apps', 'customers', 'merchants', 'stock', 'coupons', 'number_series'] as const

const anyRow = statementBy('apps', (db, _values: object, table: (typeof firstTables)[number]) =>
  db.selectFrom(table).select(sql.lit(1).as('found')).limit(limitOf(1)),
)

/**
 * Waits for every transaction that writes, and keeps others out: one that had read before would write beside the new data.
 * Those tables first that transactions lock first.
 */
async function lockTables(session: Session): Promise<void> {
  if (session.writesAlone) return
  const first = ['named_locks', 'customers', 'carts', 'cart_lines', 'jobs', 'payments', 'stock'] as const
  const locked = sql.join([...new Set([...first, ...tables])].map((table) => sql.table(table)))
  await session.run(rawCommand(sql`lock table ${locked} in exclusive mode`), {})
}

/** Puts data in the place of what a sandbox holds, or into a database that holds nothing. */
export function writeSeed(session: Session) {
  return {
    async seed(data) {
      await assertSandbox(session)
      await lockTables(session)
      // One after the other on one connection, which is not waited for in between.
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

/** Begins to insert all of it, each table after those that it refers to. */
function insertData(session: Session, data: SeedData): readonly Promise<void>[] {
  return [
    ...seedAccounts(session, data),
    ...seedStock(session, data),
    seedCoupons(session, data),
    ...seedLedger(session, data),
    ...numberSeries.map((name) => setLastNumber(session, name, lastNumber(data, name))),
  ]
}

/** The ledger's rows have taken the first numbers of theirs. */
function lastNumber({ numbers, drawdownTransactions }: SeedData, name: NumberSeries): number {
  return (numbers[name] ?? 0) + (name === 'drawdownTransaction' ? drawdownTransactions.length : 0)
}

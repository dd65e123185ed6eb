import { type Kysely, PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../schema/database.ts'

/** What queries are built on, and what those of operators run on: an open transaction, or a database. */
export type Db = Kysely<Database>

/** Whether a database is PostgreSQL, or speaks its protocol. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** How many things one statement names at most: engines limit the parameters of a statement. */
const chunkSize = 500

/** Runs a statement for any number of things, none included, and answers what it answered for each chunk of them. */
export async function inChunks<Item, Result>(
  items: readonly Item[],
  run: (chunk: readonly Item[]) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += chunkSize) {
    // One connection: the chunks would queue anyway.
    results.push(await run(items.slice(start, start + chunkSize)))
  }
  return results
}

/** How many broken rows one check lists at most: nobody reads more of them, and they are held in memory. */
export const mostRows = 10_000

/** How many rows a query has. */
export async function countRows<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { rows } = await query.select((eb) => eb.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()
  return rows
}

/**
 * A limit that a value gives. SQLite plans a statement anew whenever a bare parameter of its `limit` is bound, which takes
 * ten times as long as most statements; it does not look into an expression.
 */
export function limitOf(limit: number): RawBuilder<number> {
  return sql<number>`cast(${limit} as bigint)`
}

/** Whether a number can be an id. Any other is nobody's, and no engine has to be asked: some refuse the very question. */
export function isId(id: number): boolean {
  return Number.isSafeInteger(id)
}

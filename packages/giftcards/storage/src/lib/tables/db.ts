import {
  type DeleteResult,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type UpdateResult,
} from 'kysely'
import type { Database } from '../schema/database.ts'

/** Kysely on a database or an open transaction. */
export type Db = Kysely<Database>

/**
 * Whether a database speaks the protocol of PostgreSQL. Otherwise it is SQLite, which has and needs neither row locks nor
 * sequences: write transactions run one after the other, across all processes.
 */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The most items in one statement: engines limit the number of parameters. */
const chunkSize = 500

/**
 * Runs a statement for any number of items, in chunks, and returns the result of each chunk. All chunks are sent at once; the
 * connection runs them in this order, before any later statement.
 */
export function inChunks<Item, Result>(
  items: readonly Item[],
  run: (chunk: readonly Item[]) => Promise<Result>,
): Promise<readonly Result[]> {
  const chunks = Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, index) =>
    items.slice(index * chunkSize, (index + 1) * chunkSize),
  )
  return Promise.all(chunks.map((chunk) => run(chunk)))
}

/** Counts the rows of a query. */
export async function countRows<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { rows } = await query.select((eb) => eb.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()
  return rows
}

/**
 * A parameter as a limit. SQLite replans a statement whenever a bare parameter in its `limit` is bound, which takes ten times as
 * long as most statements. An expression avoids that.
 */
export function limitOf(limit: number | RawBuilder<number>): RawBuilder<number> {
  return sql<number>`cast(${limit} as bigint)`
}

/** Whether a number can be an id. Some engines reject statements with any other number. */
export function isId(id: number): boolean {
  return Number.isSafeInteger(id)
}

/** Whether a change has any column. An `update` needs at least one. */
export function namesAny(change: object): boolean {
  return Object.values(change).some((value) => value !== undefined)
}

/** Throws if an update by id found no row. */
export function assertFound([result]: readonly UpdateResult[], what: string, id: number | string): void {
  if (result?.numUpdatedRows === 0n) throw new Error(`No such ${what}: ${id}`)
}

/**
 * Deletes rows by their keys, which are selected first because `delete` has no limit. The statements check the age again, because
 * a row may have been used meanwhile.
 */
export async function deleteByKey<Key>(
  keys: readonly Key[],
  remove: (keys: readonly Key[]) => { execute(): Promise<readonly DeleteResult[]> },
): Promise<number> {
  const results = await inChunks(keys, (some) => remove(some).execute())
  return results.flat().reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}

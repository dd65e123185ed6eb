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
 * Whether a database speaks the protocol of PostgreSQL. Otherwise it is SQLite, which has no row locks and no sequences, and
 * needs none: transactions that write run one after the other, in all processes together.
 */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The most items in one statement: engines limit the number of parameters. */
const chunkSize = 500

/**
 * Runs a statement for any number of items, in chunks, and returns the result of each chunk. All chunks are sent at once: on their
 * one connection they run in this order, and before a statement that is sent after them.
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
 * A limit that is a parameter. SQLite plans a statement again whenever a bare parameter in its `limit` is bound, which takes ten
 * times as long as most statements. It does not do so for an expression.
 */
export function limitOf(limit: number | RawBuilder<number>): RawBuilder<number> {
  return sql<number>`cast(${limit} as bigint)`
}

/** Whether a number can be an id. Do not ask an engine for any other: some reject the statement. */
export function isId(id: number): boolean {
  return Number.isSafeInteger(id)
}

/** Whether a change names any column: without one there is no `update`. */
export function namesAny(change: object): boolean {
  return Object.values(change).some((value) => value !== undefined)
}

/** Throws if an update by id found no row. */
export function assertFound([result]: readonly UpdateResult[], what: string, id: number | string): void {
  if (result?.numUpdatedRows === 0n) throw new Error(`No such ${what}: ${id}`)
}

/**
 * Deletes rows by their keys, which were found first: `delete` has no limit, so it would read the whole table. The statements ask
 * for the age again, because a row may have been used meanwhile.
 */
export async function deleteByKey<Key>(
  keys: readonly Key[],
  remove: (keys: readonly Key[]) => { execute(): Promise<readonly DeleteResult[]> },
): Promise<number> {
  const results = await inChunks(keys, (some) => remove(some).execute())
  return results.flat().reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}

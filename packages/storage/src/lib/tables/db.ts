import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Database } from '../schema/database.ts'

/** What queries run on: an open transaction, or a database. */
export type Db = Kysely<Database>

/** How many rows one statement inserts at most: engines limit the parameters of a statement. */
const rowsPerInsert = 500

/** Inserts any number of rows, none included. */
export async function insertAll<Row>(
  rows: readonly Row[],
  insert: (chunk: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    // One connection: the chunks would queue anyway.
    await insert(rows.slice(start, start + rowsPerInsert))
  }
}

/** Throws where an update met no row: the caller changes what does not exist. */
export function assertUpdated({ numUpdatedRows }: { readonly numUpdatedRows: bigint }, what: string): void {
  if (numUpdatedRows === 0n) throw new Error(`No such ${what}`)
}

/** How many rows a query has. */
export async function countRows<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { rows } = await query.select((eb) => eb.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()
  return rows
}

/** Whether a number can be an id. Any other is nobody's, and no engine has to be asked: some refuse the very question. */
export function isId(id: number): boolean {
  return Number.isSafeInteger(id)
}

import type { Kysely } from 'kysely'
import type { DataTable } from '../database/data-tables.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf } from '../statements/columns-of.ts'
import { itemsOf } from '../statements/placeholder.ts'
import type { Session } from '../statements/session.ts'
import { statementBy } from '../statements/statement.ts'
import { inChunks } from './db.ts'

/** Inserts any number of rows, none included. */
export type InsertRows<Table extends DataTable> = (
  session: Session,
  rows: readonly Readonly<Database[Table]>[],
) => Promise<void>

const kept = new Map<DataTable, InsertRows<never>>()

/** Inserts into a table: one statement for each number of rows, whichever module asks. */
export function insertOf<Table extends DataTable>(table: Table): InsertRows<Table> {
  // Kept by its table, so it takes the rows of that one.
  const insertRows = (kept.get(table) as InsertRows<Table> | undefined) ?? createInsert(table)
  kept.set(table, insertRows)
  return insertRows
}

function createInsert<Table extends DataTable>(table: Table): InsertRows<Table> {
  interface Values {
    readonly rows: readonly Readonly<Record<string, unknown>>[]
  }
  // What Kysely knows of one table it cannot tell of any.
  const anyTable: DataTable = table
  const columns: readonly string[] = tableColumns[table]
  const insert = statementBy(2, (db, { rows }: Values, length: number) =>
    (db as unknown as Kysely<Record<DataTable, Record<string, unknown>>>)
      .insertInto(anyTable)
      .values(itemsOf(rows, length).map((row) => columnsOf(row, columns))),
  )
  return async (session, rows) => {
    await inChunks(rows, (chunk) => session.run(insert(chunk.length), { rows: chunk }))
  }
}

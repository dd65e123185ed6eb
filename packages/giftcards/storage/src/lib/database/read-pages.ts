import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { type Database, tableColumns } from '../schema/database.ts'
import type { Db } from '../tables/db.ts'
import { type DataTable, dataTables } from './data-tables.ts'

/** Rows may hold orders of hundreds of cards, so a page is small. */
const pageSize = 200

/** Every row of a table by its primary key, a page at a time; no page is empty. */
export async function* readPages<Table extends DataTable>(
  db: Db,
  table: Table,
): AsyncGenerator<readonly Selectable<Database[Table]>[]> {
  const keys: readonly string[] = dataTables[table]
  const key = sql.join(keys.map((column) => sql.ref(column)))
  // Without what the database makes of the others by itself.
  const columns = sql.join(tableColumns[table].map((column: string) => sql.ref(column)))
  for (let after = sql``; ;) {
    const { rows } = await sql<Selectable<Database[Table]>>`
      select ${columns} from ${sql.table(table)} ${after} order by ${key} limit ${pageSize}`.execute(db)
    const last: Readonly<Record<string, unknown>> | undefined = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = sql`where (${key}) > (${sql.join(keys.map((column) => last[column]))})`
  }
}

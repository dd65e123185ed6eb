import { StoreOpenError } from '../store-open-error.ts'
import type { Db } from '../tables/db.ts'
import type { ListTables } from './list-tables.ts'

/** Throws `StoreOpenError` where a database has tables, and none of them is ours: another program's is left alone. */
export async function assertOwnTables(db: Db, listTables: ListTables): Promise<void> {
  const tables = await listTables(db)
  if (tables.length > 0 && !tables.includes('schema_migrations'))
    throw new StoreOpenError('the database belongs to another program')
}

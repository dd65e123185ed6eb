import { listApplied, migrationIds } from '../schema/migrate.ts'
import { StoreOpenError } from '../store-open-error.ts'
import type { OpenedDatabase } from './open-database.ts'

/** Throws `StoreOpenError` unless a database has the schema of this very version. */
export async function assertCurrentSchema({ db, name, types, listTables }: OpenedDatabase): Promise<void> {
  const refuse = (reason: string) => new StoreOpenError(`${name} cannot be used: ${reason}`)
  const tables = await listTables(db)
  if (tables.length === 0) throw refuse('the database is empty')
  if (!tables.includes('schema_migrations')) throw refuse('the database belongs to another program')
  const applied = await listApplied(db, types).catch((error: unknown) => {
    throw error instanceof StoreOpenError ? refuse(error.message) : error
  })
  const missing = migrationIds[applied.length]
  if (missing !== undefined)
    throw refuse(
      `the database is older than this version (it lacks migration ${missing}); start a server of this version on it first`,
    )
}

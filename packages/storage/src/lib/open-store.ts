import { parseDatabaseUrl } from './database-url.ts'
import type { OpenedStore } from './create-store.ts'
import { openPostgresStore } from './postgres/open-postgres-store.ts'
import { openSqliteStore } from './sqlite/open-sqlite-store.ts'

/**
 * Opens the store a database URL names. Rejects with `DatabaseUrlError` where the URL is wrong and with
 * `StoreOpenError` where the database is.
 */
export async function openStore(databaseUrl: string): Promise<OpenedStore> {
  const location = parseDatabaseUrl(databaseUrl)
  return location.engine === 'postgres' ? openPostgresStore(location) : openSqliteStore(location)
}

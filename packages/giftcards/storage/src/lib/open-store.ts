import { parseDatabaseUrl } from './database-url.ts'
import type { OpenedStore } from './create-store.ts'
import { openPostgresStore, type PostgresStoreOptions } from './postgres/open-postgres-store.ts'
import { openSqliteStore } from './sqlite/open-sqlite-store.ts'

/**
 * Opens the store a database URL names; `maxConnections` is for PostgreSQL. Rejects with `DatabaseUrlError` where the URL
 * is wrong and with `StoreOpenError` where the database is.
 */
export async function openStore(
  databaseUrl: string,
  { maxConnections }: Pick<PostgresStoreOptions, 'maxConnections'> = {},
): Promise<OpenedStore> {
  const location = parseDatabaseUrl(databaseUrl)
  if (location.engine === 'sqlite') return openSqliteStore(location)
  return openPostgresStore({ ...location, ...(maxConnections === undefined ? {} : { maxConnections }) })
}

import { parseDatabaseUrl } from './database-url.ts'
import type { OpenedStore } from './create-store.ts'
import { openPostgresStore, type PostgresStoreOptions } from './postgres/open-postgres-store.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'

/**
 * Opens the store a database URL names. A sandbox makes and migrates its database; production and operators' commands
 * (`any`) take one that `migrateDatabase` has made. `maxConnections` is for PostgreSQL. Rejects with `DatabaseUrlError` if
 * the URL is wrong, and with `StoreOpenError` if the database cannot be used or is marked with the other mode.
 */
export async function openStore(
  databaseUrl: string,
  { mode, maxConnections }: Pick<PostgresStoreOptions, 'mode' | 'maxConnections'>,
): Promise<OpenedStore> {
  const location = parseDatabaseUrl(databaseUrl)
  if (location.engine === 'sqlite') return openSqliteStore({ ...location, mode })
  const limit = maxConnections === undefined ? {} : { maxConnections }
  return openPostgresStore({ ...location, mode, ...limit })
}

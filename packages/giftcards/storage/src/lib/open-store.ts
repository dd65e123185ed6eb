import { parseDatabaseUrl } from './database-url.ts'
import type { OpenedStore } from './create-store.ts'
import { openPostgresStore, type PostgresStoreOptions } from './postgres/open-postgres-store.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'

/**
 * Opens the store of a database URL. A sandbox creates and migrates its database. Production and operators' commands (`any`)
 * require one that `migrateDatabase` has prepared. `maxConnections` is for PostgreSQL. Rejects with `DatabaseUrlError` if the URL
 * is wrong, and with `StoreOpenError` if the database cannot be used or is marked with the other mode.
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

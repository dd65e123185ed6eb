import type { Store } from '@giftcards/marketplace'
import { parseDatabaseUrl } from './database-url.ts'
import { openSqliteStore } from './sqlite/open-sqlite-store.ts'

/**
 * Opens the store a database URL names. Rejects with `DatabaseUrlError` where the URL is wrong and with
 * `StoreOpenError` where the database is.
 */
export async function openStore(databaseUrl: string): Promise<Store> {
  const { location } = parseDatabaseUrl(databaseUrl)
  return openSqliteStore({ location })
}

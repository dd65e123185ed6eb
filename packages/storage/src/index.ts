export { type DatabaseLocation, DatabaseUrlError, parseDatabaseUrl } from './lib/database-url.ts'
export { openStore } from './lib/open-store.ts'
export { openSqliteStore, type SqliteStoreOptions } from './lib/sqlite/open-sqlite-store.ts'
export { StoreOpenError } from './lib/store-open-error.ts'

export { keepStore } from './lib/testing/keep-store.ts'
export { openRecordedPostgres, openRecordedSqlite } from './lib/testing/recorded-store.ts'
export { storeLookups } from './lib/testing/store-lookups.ts'
export {
  type PostgresOptions,
  startPostgres,
  type TestPostgres,
} from './lib/postgres-server/start-postgres.ts'

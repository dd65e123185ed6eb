export { listStatements } from './lib/testing/list-statements.ts'
export { undoMigrationsTo } from './lib/testing/older-database.ts'
export { storeLookups } from './lib/testing/store-lookups.ts'
export {
  type PostgresOptions,
  startPostgres,
  type TestPostgres,
} from './lib/postgres-server/start-postgres.ts'
export {
  previousRelease,
  type RecordedMigration,
  recordMigrations,
  type Release,
} from './lib/testing/releases.ts'

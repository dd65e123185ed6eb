export { listStatements } from './lib/testing/list-statements.ts'
export { storeLookups } from './lib/testing/store-lookups.ts'
export {
  type PostgresOptions,
  startPostgres,
  type TestPostgres,
} from './lib/postgres-server/start-postgres.ts'

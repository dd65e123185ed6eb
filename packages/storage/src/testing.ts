export {
  type PostgresOptions,
  startPostgres,
  type TestPostgres,
} from './lib/postgres-server/start-postgres.ts'

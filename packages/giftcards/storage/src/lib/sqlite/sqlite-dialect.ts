import {
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { ColumnTypes } from '../schema/migration.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** How SQLite spells the column types; strict, so that no cent is ever half a cent. */
export const sqliteTypes: ColumnTypes = {
  integer: 'integer',
  text: 'text',
  generated: 'virtual',
  hasSequences: false,
  tableOptions: 'strict',
}

/** Kysely on one connection, which it closes when destroyed. Its adapter has Kysely queue for it by itself as well. */
export function createSqliteDialect(connection: SqliteConnection): Dialect {
  return {
    createDriver: () => createDriver(connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

function createDriver(connection: SqliteConnection): Driver {
  return {
    async init() {},
    async acquireConnection() {
      await connection.line.enter()
      return connection
    },
    // Takes the write lock at once: a reader that turns writer half-way would meet SQLITE_BUSY_SNAPSHOT.
    beginTransaction: (_connection, { accessMode }: TransactionSettings) =>
      connection.execute(accessMode === 'read only' ? 'begin' : 'begin immediate'),
    commitTransaction: () => connection.execute('commit'),
    async rollbackTransaction() {
      if (connection.isInTransaction) await connection.execute('rollback')
    },
    async releaseConnection() {
      connection.line.leave()
    },
    async destroy() {
      connection.close()
    },
  }
}

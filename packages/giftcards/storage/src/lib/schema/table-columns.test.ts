import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { dataTableNames } from '../database/data-tables.ts'
import { createSqliteDialect, SqliteConnection, sqliteTypes } from '../sqlite/sqlite-connection.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { tableColumns } from './table-columns.ts'

it('names every column of every table', async () => {
  const database = new DatabaseSync(':memory:')
  const db = new Kysely<Database>({ dialect: createSqliteDialect(new SqliteConnection(database, 0)) })
  onTestFinished(() => db.destroy())
  await migrate(db, sqliteTypes, 'sandbox')
  const migrated = dataTableNames.map((table) => {
    const columns = database.prepare(`select name from pragma_table_info('${table}')`).all()
    return [table, columns.map((column) => String(column['name'])).toSorted()] as const
  })
  const named = Object.entries(tableColumns).map(([table, columns]) => [table, columns.toSorted()] as const)
  expect(Object.fromEntries(named)).toStrictEqual(Object.fromEntries(migrated))
})

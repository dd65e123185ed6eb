import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSqliteDialect, SqliteConnection, sqliteTypes } from '../sqlite/sqlite-connection.ts'
import { type Database, tableColumns } from './database.ts'
import { migrate } from './migrate.ts'

describe('tableColumns', () => {
  it('names every column of every table', async () => {
    const database = new DatabaseSync(':memory:')
    const db = new Kysely<Database>({ dialect: createSqliteDialect(new SqliteConnection(database, 0)) })
    onTestFinished(() => db.destroy())
    await migrate(db, sqliteTypes, 'sandbox')
    const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all()
    const migrated = tables.map(({ name: table }) => {
      const columns = database.prepare(`select name from pragma_table_info('${String(table)}')`).all()
      return [table, new Set(columns.map(({ name }) => name))] as const
    })
    const named = Object.entries(tableColumns).map(([table, columns]) => [table, new Set(columns)] as const)
    expect(Object.fromEntries(named)).toStrictEqual(Object.fromEntries(migrated))
  })
})

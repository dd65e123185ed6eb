import { sql } from 'kysely'
import type { Db } from '../tables/db.ts'

/** The names of a database's tables; engines keep them in different places. */
export type ListTables = (db: Db) => Promise<readonly string[]>

/** Of an SQLite file. */
export const listSqliteTables: ListTables = async (db) => {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    db,
  )
  return rows.map((row) => row.name)
}

/**
 * Of the schema that a PostgreSQL connection works in; the views that extensions put there are no tables. Lists those that
 * the user may not read as well, which the information schema leaves out.
 */
export const listPostgresTables: ListTables = async (db) => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()`.execute(db)
  return rows.map((row) => row.name)
}

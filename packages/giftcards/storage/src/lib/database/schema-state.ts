import type { StoreMode } from '@giftcards/marketplace'
import { type Kysely, sql } from 'kysely'
import { stateOf } from '../postgres/postgres-failure.ts'
import { assertMode } from '../schema/database-mode.ts'
import type { Database } from '../schema/database.ts'
import { compareSchema, migrate, migrationIds } from '../schema/migrate.ts'
import type { ColumnTypes } from '../schema/migration.ts'
import { StoreOpenError } from '../engine.ts'
import type { Db } from '../tables/db.ts'

/** A connected database, and what differs between engines. */
export interface ConnectedDatabase {
  readonly db: Kysely<Database>
  readonly types: ColumnTypes
  readonly listTables: ListTables
}

/** The difference between a database and this version's schema. */
export interface SchemaState {
  /** Whether it has no tables. */
  readonly isEmpty: boolean
  /** Migrations of this version that it does not have, in their order. */
  readonly missing: readonly string[]
  /** Migrations that only newer versions know, in their order. */
  readonly newer: readonly string[]
}

/** The state of a database without any table. */
export const emptySchema: SchemaState = { isEmpty: true, missing: migrationIds, newer: [] }

/** Throws `StoreOpenError` if the database belongs to another program, has other migrations, or is not readable. */
export async function readSchemaState({ db, types, listTables }: ConnectedDatabase): Promise<SchemaState> {
  const tables = await listTables(db)
  if (tables.length === 0) return emptySchema
  if (!tables.includes('schema_migrations'))
    throw new StoreOpenError('the database belongs to another program')
  const { missing, newer } = await compareSchema(db, types).catch((error: unknown) => {
    // insufficient_privilege
    if (stateOf(error) !== '42501') throw error
    throw new StoreOpenError(
      'its user may not read the tables; run npm run migrate -- --grant-to <role> first',
    )
  })
  return { isEmpty: false, missing: missing.map(({ id }) => id), newer }
}

/** Returns the reason why a schema is too old for this version, to follow "cannot be used"; `undefined` if it is not. */
export function describeOlder({ isEmpty, missing: [first] }: SchemaState): string | undefined {
  if (isEmpty) return 'the database is empty'
  return first === undefined
    ? undefined
    : `the database is older than this version (it lacks migration ${first})`
}

/**
 * The purpose for which a store is opened. A server names its mode. A sandbox creates and migrates its database itself,
 * and a production server uses it as `migrateDatabase` has left it. An operator's command uses `any`: it works on an
 * existing database with either mark.
 */
export type OpenMode = StoreMode | 'any'

/**
 * Prepares a database for a mode. Writes only for a sandbox, and only missing tables and the mark. Throws `StoreOpenError`, and
 * changes nothing, if the database cannot be used in that mode.
 */
export async function prepareDatabase(database: ConnectedDatabase, mode: OpenMode): Promise<void> {
  const { db, types } = database
  const older = describeOlder(await readSchemaState(database))
  if (older !== undefined) {
    if (mode === 'sandbox') return migrate(db, types, mode)
    const option = mode === 'production' ? ' -- --mode production' : ''
    throw new StoreOpenError(`${older}; run npm run migrate${option} first`)
  }
  if (mode !== 'any') await assertMode(db, mode)
}

/** Lists the names of a database's tables; engines keep them in different places. */
type ListTables = (db: Db) => Promise<readonly string[]>

/** Lists the tables of an SQLite file. */
export const listSqliteTables: ListTables = async (db) => {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    db,
  )
  return rows.map((row) => row.name)
}

/**
 * Lists the tables of the schema that a PostgreSQL connection works in, without views, which extensions may create there.
 * Includes tables that the user may not read, which the information schema leaves out.
 */
export const listPostgresTables: ListTables = async (db) => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()`.execute(db)
  return rows.map((row) => row.name)
}

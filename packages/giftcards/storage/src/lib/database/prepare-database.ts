import type { StoreMode } from '@giftcards/marketplace'
import type { Kysely } from 'kysely'
import type { Database } from '../schema/database.ts'
import { listApplied, migrate, migrationIds } from '../schema/migrate.ts'
import type { ColumnTypes } from '../schema/migration.ts'
import { StoreOpenError } from '../store-open-error.ts'
import type { ListTables } from './list-tables.ts'

/**
 * What a store is opened for. A server names the mode that it runs in. An operator's command takes `any`: it works on a
 * database that exists, of either mark, and neither migrates nor marks it.
 */
export type OpenMode = StoreMode | 'any'

/** A connected database, and what its engine has of its own. */
export interface ConnectedDatabase {
  readonly db: Kysely<Database>
  readonly types: ColumnTypes
  readonly listTables: ListTables
}

/**
 * Makes a database ready to be used in a mode: migrated and marked, or as it is for `any`. Throws `StoreOpenError`, and
 * changes nothing, where it cannot be used in that mode.
 */
export async function prepareDatabase(database: ConnectedDatabase, mode: OpenMode): Promise<void> {
  const { db, types, listTables } = database
  if (mode === 'any') {
    const gap = await describeSchemaGap(database)
    if (gap !== undefined) throw new StoreOpenError(gap)
    return
  }
  const tables = await listTables(db)
  if (tables.length > 0 && !tables.includes('schema_migrations')) throw new StoreOpenError(anotherProgram)
  await migrate(db, types, mode)
}

const anotherProgram = 'the database belongs to another program'

/** Why a database does not have the schema of this very version; `undefined` where it does. Changes nothing. */
export async function describeSchemaGap({
  db,
  types,
  listTables,
}: ConnectedDatabase): Promise<string | undefined> {
  const tables = await listTables(db)
  if (tables.length === 0) return 'the database is empty'
  if (!tables.includes('schema_migrations')) return anotherProgram
  try {
    const applied = await listApplied(db, types)
    const missing = migrationIds[applied.length]
    if (missing === undefined) return undefined
    return `the database is older than this version (it lacks migration ${missing}); start a server of this version on it first`
  } catch (error) {
    if (error instanceof StoreOpenError) return error.message
    throw error
  }
}

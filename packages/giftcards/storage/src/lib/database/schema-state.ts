import type { Kysely } from 'kysely'
import { stateOf } from '../postgres/postgres-failure.ts'
import type { Database } from '../schema/database.ts'
import { assertServable, migrationIds, readApplied } from '../schema/migrate.ts'
import type { ColumnTypes } from '../schema/migration.ts'
import { StoreOpenError } from '../engine.ts'
import type { ListTables } from './list-tables.ts'

/** A connected database, and what its engine has of its own. */
export interface ConnectedDatabase {
  readonly db: Kysely<Database>
  readonly types: ColumnTypes
  readonly listTables: ListTables
}

/** What a database lacks of this version's schema, and what it has beyond it. */
export interface SchemaState {
  /** Whether it has no table at all. */
  readonly isEmpty: boolean
  /** Migrations of this version that it does not have, in their order. */
  readonly missing: readonly string[]
  /** Migrations that only newer versions know, in their order. */
  readonly newer: readonly string[]
}

/** The state of a database without any table. */
export const emptySchema: SchemaState = { isEmpty: true, missing: migrationIds, newer: [] }

/**
 * Reads how the schema of a database stands to this version; changes nothing. Throws `StoreOpenError` where another
 * program or other migrations made it, or where it has left this version behind.
 */
export async function readSchemaState({ db, types, listTables }: ConnectedDatabase): Promise<SchemaState> {
  const tables = await listTables(db)
  if (tables.length === 0) return emptySchema
  if (!tables.includes('schema_migrations'))
    throw new StoreOpenError('the database belongs to another program')
  const { known, newer } = await readApplied(db, types).catch((error: unknown) => {
    // insufficient_privilege
    if (stateOf(error) !== '42501') throw error
    throw new StoreOpenError(
      'its user may not read the tables; run npm run migrate -- --grant-to <role> first',
    )
  })
  assertServable(newer)
  return { isEmpty: false, missing: migrationIds.slice(known.length), newer }
}

/** Why a schema is older than this version needs, as words that follow "cannot be used"; `undefined` where it is not. */
export function describeOlder({ isEmpty, missing: [first] }: SchemaState): string | undefined {
  if (isEmpty) return 'the database is empty'
  return first === undefined
    ? undefined
    : `the database is older than this version (it lacks migration ${first})`
}

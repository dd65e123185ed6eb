import { createHash } from 'node:crypto'
import type { StoreMode } from '@giftcards/marketplace'
import { type Kysely, type Transaction, sql } from 'kysely'
import { StoreOpenError } from '../engine.ts'
import { marketplace } from './0001-marketplace.ts'
import { assertMode, insertMode } from './database-mode.ts'
import type { Database } from './database.ts'
import type { ColumnTypes, Migration } from './migration.ts'

/** The migrations of this version, in their order. */
export const migrations: readonly Migration[] = [marketplace]

/** Their ids. */
export const migrationIds: readonly string[] = migrations.map(({ id }) => id)

/**
 * Migrates a database to this version's schema in one transaction, and marks a database without tables with the mode. If several
 * processes try, one commits. Throws `StoreOpenError`, and changes nothing, if the database has the other mode or other
 * migrations.
 */
export async function migrate(db: Kysely<Database>, types: ColumnTypes, mode: StoreMode): Promise<void> {
  await db.transaction().execute((trx) => migrateIn(trx, types, mode))
}

/** The same in the caller's transaction. Without a mode, a new database gets no mark. */
export async function migrateIn(
  trx: Transaction<Database>,
  types: ColumnTypes,
  mode?: StoreMode,
): Promise<void> {
  await sql
    .raw(
      `create table if not exists schema_migrations
        (id ${types.text} not null primary key, checksum ${types.text} not null) ${types.tableOptions}`,
    )
    .execute(trx)
  const { missing } = await compareSchema(trx, types)
  for (const migration of missing) await apply(trx, migration, types)
  if (mode === undefined) return
  if (missing.length === migrations.length) await insertMode(trx, mode)
  else await assertMode(trx, mode)
}

/** The difference between the schema of a database and that of this version. */
export interface SchemaDifference {
  /** Migrations of this version that the database does not have, in their order. */
  readonly missing: readonly Migration[]
  /** Ids of migrations that only newer versions know, in their order. */
  readonly newer: readonly string[]
}

/**
 * Compares a database with this version. Throws `StoreOpenError` if a migration that this version knows has another checksum
 * there. Newer migrations are accepted: they remove nothing that running servers use (decision 0022).
 */
export async function compareSchema(db: Kysely<Database>, types: ColumnTypes): Promise<SchemaDifference> {
  const applied = await db.selectFrom('schema_migrations').select(['id', 'checksum']).orderBy('id').execute()
  for (const [index, known] of migrations.slice(0, applied.length).entries()) {
    const found = applied[index]
    if (found?.id !== known.id || found.checksum !== checksumOf(known, types))
      throw new StoreOpenError(`migration ${found?.id} of the database differs from this version's`)
  }
  const ids = applied.map(({ id }) => id)
  return { missing: migrations.slice(applied.length), newer: ids.slice(migrations.length) }
}

async function apply(trx: Transaction<Database>, migration: Migration, types: ColumnTypes): Promise<void> {
  // First, because the row is also the lock: another process at the same migration waits for it.
  const row = { id: migration.id, checksum: checksumOf(migration, types) }
  await trx.insertInto('schema_migrations').values(row).execute()
  for (const statement of migration.statements(types)) await sql.raw(statement).execute(trx)
}

/** The checksum of a migration: a hash of its statements without their layout. */
function checksumOf(migration: Migration, types: ColumnTypes): string {
  const text = migration.statements(types).join(';\n').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(text).digest('hex')
}

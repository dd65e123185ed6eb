import { createHash } from 'node:crypto'
import { type Kysely, type Transaction, sql } from 'kysely'
import { StoreOpenError } from '../store-open-error.ts'
import { marketplace } from './0001-marketplace.ts'
import type { Database } from './database.ts'
import type { ColumnTypes, Migration } from './migration.ts'

const migrations: readonly Migration[] = [marketplace]

/**
 * Brings a database up to this version's schema, in one transaction that keeps other processes out.
 * Throws `StoreOpenError` where the database is newer than this version, or was made by other migrations.
 */
export async function migrate(db: Kysely<Database>, types: ColumnTypes): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql
      .raw(
        `create table if not exists schema_migrations
        (id ${types.text} not null primary key, checksum ${types.text} not null) ${types.tableOptions}`,
      )
      .execute(trx)
    const applied = await trx.selectFrom('schema_migrations').selectAll().orderBy('id').execute()
    for (const [index, { id, checksum }] of applied.entries()) {
      const known = migrations[index]
      if (known === undefined)
        throw new StoreOpenError(`the database is newer than this version (it has migration ${id})`)
      if (known.id !== id || checksumOf(known, types) !== checksum)
        throw new StoreOpenError(`migration ${id} of the database differs from this version's`)
    }
    for (const migration of migrations.slice(applied.length)) await apply(trx, migration, types)
  })
}

async function apply(trx: Transaction<Database>, migration: Migration, types: ColumnTypes): Promise<void> {
  for (const statement of migration.statements(types)) await sql.raw(statement).execute(trx)
  const row = { id: migration.id, checksum: checksumOf(migration, types) }
  await trx.insertInto('schema_migrations').values(row).execute()
}

/** Of the statements without their layout. */
function checksumOf(migration: Migration, types: ColumnTypes): string {
  const text = migration.statements(types).join(';\n').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(text).digest('hex')
}

import { createHash } from 'node:crypto'
import type { StoreMode } from '@giftcards/marketplace'
import { type Kysely, type Transaction, sql } from 'kysely'
import { StoreOpenError } from '../store-open-error.ts'
import { marketplace } from './0001-marketplace.ts'
import { payments } from './0002-payments.ts'
import { auditLog } from './0003-audit-log.ts'
import { cartExpirySlots } from './0004-cart-expiry-slots.ts'
import { databaseMode } from './0005-database-mode.ts'
import { refunds } from './0006-refunds.ts'
import { ordersOfTheLedger } from './0007-orders-of-the-ledger.ts'
import { recordOfMoney } from './0008-record-of-money.ts'
import { sequencesAndCounters } from './0009-sequences.ts'
import { settleMode } from './database-mode.ts'
import type { Database } from './database.ts'
import type { ColumnTypes, Migration } from './migration.ts'

const migrations: readonly Migration[] = [
  marketplace,
  payments,
  auditLog,
  cartExpirySlots,
  databaseMode,
  refunds,
  ordersOfTheLedger,
  recordOfMoney,
  sequencesAndCounters,
]

/** The migrations of this version, in their order. */
export const migrationIds: readonly string[] = migrations.map(({ id }) => id)

/**
 * Brings a database up to this version's schema and marks it where it has no mark, in one transaction: of several
 * processes at it, one commits. Throws `StoreOpenError`, and changes nothing, where the database serves the other mode, is
 * newer than this version, or was made by other migrations.
 */
export async function migrate(db: Kysely<Database>, types: ColumnTypes, mode: StoreMode): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isNew = await migrateIn(trx, types)
    await settleMode(trx, mode, isNew)
  })
}

/**
 * Brings a database up to this version's schema inside a transaction of the caller's, or up to the migration with the given
 * id where one is given. Answers whether the database had no migration before.
 */
export async function migrateIn(
  trx: Transaction<Database>,
  types: ColumnTypes,
  lastId: string = migrationIds.at(-1) ?? '',
): Promise<boolean> {
  await sql
    .raw(
      `create table if not exists schema_migrations
        (id ${types.text} not null primary key, checksum ${types.text} not null) ${types.tableOptions}`,
    )
    .execute(trx)
  const applied = await listApplied(trx, types)
  const wanted = migrations.slice(0, migrationIds.indexOf(lastId) + 1)
  for (const migration of wanted.slice(applied.length)) await apply(trx, migration, types)
  return applied.length === 0
}

/** The migrations that a database has. Throws `StoreOpenError` where they are not this version's. */
export async function listApplied(db: Kysely<Database>, types: ColumnTypes): Promise<readonly string[]> {
  const applied = await db.selectFrom('schema_migrations').selectAll().orderBy('id').execute()
  for (const [index, { id, checksum }] of applied.entries()) {
    const known = migrations[index]
    if (known === undefined)
      throw new StoreOpenError(`the database is newer than this version (it has migration ${id})`)
    if (known.id !== id || checksumOf(known, types) !== checksum)
      throw new StoreOpenError(`migration ${id} of the database differs from this version's`)
  }
  return applied.map(({ id }) => id)
}

async function apply(trx: Transaction<Database>, migration: Migration, types: ColumnTypes): Promise<void> {
  // First, because the row is also the lock: another process at the same migration waits for it.
  const row = { id: migration.id, checksum: checksumOf(migration, types) }
  await trx.insertInto('schema_migrations').values(row).execute()
  for (const statement of migration.statements(types)) await sql.raw(statement).execute(trx)
}

/** Of the statements without their layout. */
function checksumOf(migration: Migration, types: ColumnTypes): string {
  const text = migration.statements(types).join(';\n').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(text).digest('hex')
}

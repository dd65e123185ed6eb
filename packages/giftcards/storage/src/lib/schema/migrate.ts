import { createHash } from 'node:crypto'
import type { StoreMode } from '@giftcards/marketplace'
import { type Kysely, type Transaction, sql } from 'kysely'
import { StoreOpenError } from '../engine.ts'
import { marketplace } from './0001-marketplace.ts'
import { payments } from './0002-payments.ts'
import { auditLog } from './0003-audit-log.ts'
import { cartExpirySlots } from './0004-cart-expiry-slots.ts'
import { databaseMode } from './0005-database-mode.ts'
import { refunds } from './0006-refunds.ts'
import { ordersOfTheLedger } from './0007-orders-of-the-ledger.ts'
import { recordOfMoney } from './0008-record-of-money.ts'
import { sequencesAndCounters } from './0009-sequences.ts'
import { besideThePrevious } from './0010-beside-the-previous.ts'
import { dropTriggers } from './0011-needs-0010-drop-triggers.ts'
import { fewerIndexes } from './0012-fewer-indexes.ts'
import { settleMode } from './database-mode.ts'
import type { Database } from './database.ts'
import { type ColumnTypes, type Migration, neededMigration } from './migration.ts'

/** The migrations of this version, in their order. */
export const migrations: readonly Migration[] = [
  marketplace,
  payments,
  auditLog,
  cartExpirySlots,
  databaseMode,
  refunds,
  ordersOfTheLedger,
  recordOfMoney,
  sequencesAndCounters,
  besideThePrevious,
  dropTriggers,
  fewerIndexes,
]

/** Their ids. */
export const migrationIds: readonly string[] = migrations.map(({ id }) => id)

/** The migrations that a database has: those of this version in their order, and those that only newer versions know. */
export interface AppliedMigrations {
  readonly known: readonly string[]
  readonly newer: readonly string[]
}

/**
 * Brings a database to this version's schema and marks it if it has no mark, in one transaction. If several processes
 * try, one commits. Throws `StoreOpenError`, and changes nothing, if the database serves the other mode or was made by
 * other migrations. It does the same if this version can no longer serve the database.
 */
export async function migrate(db: Kysely<Database>, types: ColumnTypes, mode: StoreMode): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isNew = await migrateIn(trx, types)
    await settleMode(trx, mode, isNew)
  })
}

/**
 * Brings a database to this version's schema, or to the migration `lastId`. It runs inside a transaction of the caller's.
 * Returns whether the database had no migration before.
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
  const { known, newer } = await readApplied(trx, types)
  assertServable(newer)
  const wanted = migrations.slice(0, migrationIds.indexOf(lastId) + 1)
  for (const migration of wanted.slice(known.length)) await apply(trx, migration, types)
  return known.length === 0
}

/** Reads which migrations a database has. Throws `StoreOpenError` if one that this version knows is another there. */
export async function readApplied(db: Kysely<Database>, types: ColumnTypes): Promise<AppliedMigrations> {
  const applied = await db.selectFrom('schema_migrations').select(['id', 'checksum']).orderBy('id').execute()
  for (const [index, known] of migrations.slice(0, applied.length).entries()) {
    const found = applied[index]
    if (found?.id !== known.id || found.checksum !== checksumOf(known, types))
      throw new StoreOpenError(`migration ${found?.id} of the database differs from this version's`)
  }
  const ids = applied.map(({ id }) => id)
  return { known: ids.slice(0, migrations.length), newer: ids.slice(migrations.length) }
}

/** Throws `StoreOpenError` if a newer migration has taken away something that this version uses (decision 0022). */
export function assertServable(newer: readonly string[]): void {
  for (const id of newer) {
    const needed = neededMigration(id)
    if (needed !== undefined && needed > lastNumber)
      throw new StoreOpenError(
        `the database is newer than this version: its migration ${id} needs a server that knows migration ${needed}; start a newer version`,
      )
  }
}

const lastNumber = migrationIds.at(-1)?.slice(0, 4) ?? ''

async function apply(trx: Transaction<Database>, migration: Migration, types: ColumnTypes): Promise<void> {
  // First, because the row is also the lock: another process at the same migration waits for it.
  const row = { id: migration.id, checksum: checksumOf(migration, types) }
  await trx.insertInto('schema_migrations').values(row).execute()
  for (const statement of migration.statements(types)) await sql.raw(statement).execute(trx)
}

/** A hash of the statements without their layout: what a database records of a migration. */
export function checksumOf(migration: Migration, types: ColumnTypes): string {
  const text = migration.statements(types).join(';\n').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(text).digest('hex')
}

import { withDatabase } from '../database/open-database.ts'
import { migrateIn } from '../schema/migrate.ts'
import type { DatabaseRig } from './database-rigs.ts'

/**
 * Creates a database in the state of an older version, whose last migration had this id: a sandbox without
 * data.
 */
export async function openOlderDatabase(rig: DatabaseRig, lastMigration: string): Promise<void> {
  await withDatabase(rig.url, true, ({ db, types }) =>
    db.transaction().execute((trx) => migrateIn(trx, types, lastMigration)),
  )
  await rig.execute(`insert into database_mode values (1, 'sandbox')`)
}

/**
 * The statements that undo each migration, by its number, the newest first. Statements for one engine come before those for both.
 * Objects that a later migration has dropped are left out.
 */
const undos: readonly (readonly [
  number: string,
  statements: string,
  ofPostgres?: string,
  ofSqlite?: string,
])[] = [
  [
    '0012',
    `create index jobs_by_state on jobs (state, due_at, id);
    create index jobs_waiting on jobs (kind, state, due_at) where state in ('open', 'parked'); drop index jobs_by_due;
    create index orders_holding on orders (customer_id, due_cents) where hold = 'pending'; drop index orders_held_back;
    create index orders_due on orders (next_step_at, id) where next_step_at is not null;`,
  ],
  [
    '0010',
    'alter table coupon_uses drop column is_counted;',
    'drop function uncount_use cascade;',
    'drop trigger uncount_use;',
  ],
  [
    '0009',
    'drop table named_locks; alter table coupons drop column uses;',
    'drop sequence order_numbers, card_numbers, internal_card_numbers, ledger_numbers;',
  ],
  [
    '0008',
    `drop index drawdown_transactions_by_key; alter table drawdown_transactions drop column deposit_key;
    drop table store_credit_transactions; drop table audit_archives;
    drop index payment_legs_paid; drop index orders_holding; drop index secure_reads_by_age;`,
  ],
  [
    '0007',
    `drop index drawdown_transactions_by_order;
    alter table drawdown_transactions drop column order_id;`,
  ],
  ['0006', 'drop table payment_legs; drop table jobs;'],
  ['0005', 'drop table database_mode;'],
  [
    '0004',
    `drop index carts_by_expiry_slot; alter table carts drop column expiry_slot;
    create index carts_by_expiry on carts (expires_at, id);`,
  ],
  ['0003', 'drop table audit_log; drop table audit_heads;'],
  ['0002', 'drop table payments;'],
]

/** Statements that take a database with its rows back to the migration with this number. */
export function undoMigrationsTo(number: string, isPostgres: boolean): string {
  const later = undos
    .filter(([each]) => each > number)
    .map(
      ([, statements, ofPostgres = '', ofSqlite = '']) =>
        `${isPostgres ? ofPostgres : ofSqlite} ${statements}`,
    )
  return `${later.join('\n')} delete from schema_migrations where substr(id, 1, 4) > '${number}'`
}

import type { Migration } from './migration.ts'

/**
 * How far a sequence begins above the series that it replaces: a server of the version before goes on drawing from the
 * series while a rolling upgrade lasts, and must not meet the sequence.
 */
const upgradeGap = 1_000_000

const sequences = {
  order: 'order_numbers',
  card: 'card_numbers',
  internalCard: 'internal_card_numbers',
  drawdownTransaction: 'ledger_numbers',
}

/**
 * Numbers come from sequences where the engine has them, coupons count their own uses, and whatever has no row of its own
 * can be locked by a name. The table of series stays for SQLite and for servers of the version before.
 */
export const sequencesAndCounters: Migration = {
  id: '0009-sequences',
  statements: ({ integer, text, hasSequences, tableOptions }) => [
    `create table named_locks (name ${text} not null primary key, taken_at ${integer} not null) ${tableOptions}`,
    'create index named_locks_by_age on named_locks (taken_at)',
    `alter table coupons add column uses ${integer} not null default 0 check (uses >= 0)`,
    'update coupons set uses = (select count(*) from coupon_uses where coupon_uses.coupon_id = coupons.id)',
    ...(hasSequences ? Object.entries(sequences).flatMap(createSequence) : []),
  ],
}

const createSequence = ([series, sequence]: readonly [string, string]): readonly string[] => [
  `create sequence ${sequence}`,
  `select setval('${sequence}', last_number + ${upgradeGap}) from number_series
    where name = '${series}' and last_number > 0`,
]

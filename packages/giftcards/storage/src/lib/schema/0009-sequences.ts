import type { Migration } from './migration.ts'

/** A sequence, the series that it replaces, and the first number of a new database. */
interface Sequence {
  readonly name: string
  readonly series: string
  readonly first: number
  /**
   * How far the sequence begins above its series. During a rolling upgrade a server of the previous version draws from the
   * series. Its numbers must differ from those of the sequence. If numbers have to be in order, a trigger makes that
   * server draw from the sequence instead.
   */
  readonly gap: number
}

const sequences: readonly Sequence[] = [
  { name: 'order_numbers', series: 'order', first: 100_001, gap: 0 },
  { name: 'card_numbers', series: 'card', first: 200_001, gap: 1_000_000 },
  { name: 'internal_card_numbers', series: 'internalCard', first: 300_001, gap: 1_000_000 },
  { name: 'ledger_numbers', series: 'drawdownTransaction', first: 1, gap: 0 },
]

/**
 * Numbers come from sequences if the engine has them, coupons count their own uses, and something without a row can be locked by
 * its name. The table of series stays for SQLite and for servers of the previous version.
 */
export const sequencesAndCounters: Migration = {
  id: '0009-sequences',
  statements: ({ integer, text, hasSequences, tableOptions }) => [
    `create table named_locks (name ${text} not null primary key, taken_at ${integer} not null) ${tableOptions}`,
    'create index named_locks_by_age on named_locks (taken_at)',
    `alter table coupons add column uses ${integer} not null default 0 check (uses >= 0)`,
    `update coupons set uses = (select count(*) from coupon_uses where coupon_uses.coupon_id = coupons.id)
      where uses_in_total is not null`,
    ...(hasSequences ? [...sequences.flatMap(createSequence), ...drawFromSequences] : []),
  ],
}

const createSequence = ({ name, series, first, gap }: Sequence): readonly string[] => [
  `create sequence ${name} start with ${first}`,
  `select setval('${name}', last_number + ${gap}) from number_series where name = '${series}' and last_number > 0`,
]

/** A server of the previous version takes one number of these series at a time. */
const drawFromSequences: readonly string[] = [
  `create function draw_from_sequence() returns trigger language plpgsql as $$
    begin
      new.last_number := nextval(case new.name when 'order' then 'order_numbers' else 'ledger_numbers' end);
      return new;
    end $$`,
  `create trigger draw_from_sequence before update on number_series for each row
    when (new.name in ('order', 'drawdownTransaction')) execute function draw_from_sequence()`,
]

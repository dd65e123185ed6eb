import type { NumberSeries } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { sequences } from '../tables/numbers.ts'
import { allOf, type Facts, given, type Invariant, truth } from './invariant.ts'

/** The events of a kind since a sandbox's data was last replaced. */
const eventsOf = (kind: string, { replacedAt }: Facts) =>
  sql`audit_log where id > ${given(replacedAt)} and event like ${sql.lit(`%"kind":"${kind}"%`)}`

const field = ({ json }: Facts, name: string) => json.number(sql.ref('event'), name)

/** Where numbers of a series are in use. */
const used: Readonly<Record<NumberSeries, readonly (readonly [table: string, column: string])[]>> = {
  order: [
    ['orders', 'id'],
    ['payment_legs', 'order_id'],
  ],
  card: [['order_units', 'id']],
  internalCard: [['order_units', 'internal_card_id']],
  drawdownTransaction: [['drawdown_transactions', 'id']],
}

/** Invariants of the audit log and of the number series. */
export const historyInvariants: readonly Invariant[] = [
  {
    name: 'order-history',
    rule: 'An order has the customer and the amount that the audit log recorded when it was placed.',
    action: 'Trust the audit log: servers can only append to it. Restore the order from a backup.',
    find: (facts) => sql`
      with placed as materialized (
        select id, ${field(facts, 'orderId')} as order_id, ${field(facts, 'customerId')} as customer_id,
          ${field(facts, 'dueCents')} as due_cents
        from ${eventsOf('order.placed', facts)})
      select placed.order_id, placed.customer_id as placed_by, orders.customer_id, placed.due_cents as due_when_placed, orders.due_cents
      from placed left join orders on orders.id = placed.order_id
      where orders.customer_id is distinct from placed.customer_id or orders.due_cents is distinct from placed.due_cents
      union all
      select orders.id, null, customer_id, null, due_cents from orders
      where ${truth(facts.hasAllEvents)} and id not in (select order_id from placed)`,
  },
  {
    name: 'status-history',
    rule: 'The status of an order is the last one in the audit log, and each recorded status follows from the one before.',
    action: 'Trust the audit log. Set the right status with `npm run admin`.',
    find(facts) {
      const text = (name: string) => facts.json.text(sql.ref('event'), name)
      return sql`
        with moves as materialized (
          select order_id, from_status, to_status,
            lag(to_status) over (partition by order_id order by id) as before_status,
            lead(id) over (partition by order_id order by id) as next_id
          from (select id, ${field(facts, 'orderId')} as order_id, ${text('from')} as from_status, ${text('to')} as to_status
            from ${eventsOf('order.status', facts)}) as events),
        last_moves as materialized (select order_id, to_status from moves where next_id is null)
        select order_id, before_status as status, from_status as recorded_status from moves
        where from_status <> coalesce(before_status, case when ${truth(facts.hasAllEvents)} then 'Processing' else from_status end)
        union all
        select orders.id, status, coalesce(to_status, 'Processing')
        from orders left join last_moves on last_moves.order_id = orders.id
        where status <> coalesce(to_status, case when ${truth(facts.hasAllEvents)} then 'Processing' else status end)`
    },
  },
  {
    name: 'money-history',
    rule: 'Every deposit, adjustment and change of store credit is in the audit log, and the ledgers match it.',
    action: 'A row without its event was not written by a server. Revert it, and find out who wrote it.',
    find: (facts) => sql`
      with deposits as materialized (
        select ${field(facts, 'customerId')} as customer_id, ${field(facts, 'amountCents')} as amount_cents,
          ${field(facts, 'balanceCents')} as balance_cents, id
        from ${eventsOf('drawdown.deposited', facts)}),
      changes as materialized (
        select ${field(facts, 'customerId')} as customer_id, ${field(facts, 'toCents')} - ${field(facts, 'fromCents')} as amount_cents,
          ${field(facts, 'toCents')} as balance_cents, id
        from ${eventsOf('store-credit.changed', facts)}),
      seeded as (select coalesce(max(${field(facts, 'lastLedgerRow')}), 0) as last_row from audit_log where id = ${given(facts.replacedAt)})
      ${allOf(
        (
          [
            [
              'deposits',
              'drawdown_transactions',
              'id',
              sql`id > (select last_row from seeded) and transaction_type in ('Deposit', 'Adjustment')`,
            ],
            [
              'changes',
              'store_credit_transactions',
              'position',
              sql`(position > 1 or description <> 'Opening balance') and amount_cents <> 0`,
            ],
          ] as const
        ).flatMap(([events, table, number, isAudited]) => {
          const agrees = sql`found.customer_id = booked.customer_id and found.amount_cents = booked.amount_cents
            and found.balance_cents = booked.balance_cents`
          const columns = sql`booked.customer_id, booked.amount_cents, booked.balance_cents`
          return [
            sql`select ${sql.lit(table)} as table_name, ${columns}, ${sql.ref(`booked.${number}`)} as number
              from (select * from ${sql.table(table)} where ${truth(facts.hasAllEvents)} and ${isAudited}) as booked
                left join ${sql.table(events)} as found on ${agrees} where found.id is null`,
            sql`select ${sql.lit(table)}, ${columns}, null from ${sql.table(events)} as booked
                left join ${sql.table(table)} as found on ${agrees} where found.customer_id is null`,
          ]
        }),
      )}`,
  },
  {
    name: 'flag-history',
    rule: 'The flags of customers (Elite, disabled) and apps (enabled) have the last value set by an operator.',
    action: 'Trust the audit log. Set the flag again with `npm run admin`.',
    find(facts) {
      const { json } = facts
      const flagOf = (name: string) => json.flag(sql.ref('event'), name)
      const lastOf = (subject: ReturnType<typeof sql>, kind: string, flag: string) => sql`(
        select subject, is_set from (
          select ${subject} as subject, ${flagOf(flag)} as is_set,
            row_number() over (partition by ${subject} order by id desc) as place
          from (select * from ${eventsOf(kind, facts)}) as events where ${flagOf(flag)} is not null) as events where place = 1)`
      const customer = field(facts, 'customerId')
      return sql`
        select 'customers' as table_name, cast(id as text) as id, 'is_elite' as column_name, is_elite as flag, is_set as recorded
        from customers join ${lastOf(customer, 'customer.changed', 'isElite')} as events on subject = customers.id where is_set <> is_elite
        union all
        select 'customers', cast(id as text), 'is_disabled', is_disabled, is_set
        from customers join ${lastOf(customer, 'customer.changed', 'isDisabled')} as events on subject = customers.id where is_set <> is_disabled
        union all
        select 'apps', id, 'is_enabled', is_enabled, is_set
        from apps join ${lastOf(json.text(sql.ref('event'), 'appId'), 'app.put', 'isEnabled')} as events on subject = apps.id where is_set <> is_enabled`
    },
  },
  {
    name: 'number-series',
    rule: 'The next number of a series is above every number in use.',
    action: 'Stop the servers, then set the series to the highest number in use.',
    find({ json, isPostgres }) {
      const last = (series: NumberSeries) =>
        isPostgres
          ? sql`(select case when is_called then last_value else last_value - 1 end from ${sql.table(sequences[series])})`
          : sql`coalesce((select last_number from number_series where name = ${sql.lit(series)}), 0)`
      const card = json.item('card')
      const order = sql.ref('prepared_order')
      const pending: Readonly<Partial<Record<NumberSeries, ReturnType<typeof sql>>>> = {
        order: sql`select max(${json.number(order, 'id')}) from payments`,
        card: sql`select max(${json.number(card, 'id')}) from payments, ${json.each('card', order, 'units')}`,
        internalCard: sql`select max(${json.number(card, 'internalCardId')}) from payments, ${json.each('card', order, 'units')}`,
      }
      return allOf(
        (Object.keys(used) as NumberSeries[]).flatMap((series) =>
          [
            ...used[series].map(
              ([table, column]) => sql`select max(${sql.ref(column)}) from ${sql.table(table)}`,
            ),
            ...(pending[series] === undefined ? [] : [pending[series]]),
          ].map(
            (highest) => sql`
              select ${sql.lit(series)} as series, ${last(series)} as last_number, (${highest}) as number_in_use
              where (${highest}) > ${last(series)}`,
          ),
        ),
      )
    },
  },
  {
    name: 'elite-history',
    rule: 'An Elite customer was Elite in the initial data, was added as Elite, or was made Elite later.',
    action: 'Trust the audit log. Set the flag again with `npm run admin`.',
    find: (facts) => sql`
      with first as materialized (
        select cast(${facts.json.itemText('elite')} as bigint) as customer_id from audit_log, ${facts.json.each('elite', sql.ref('event'), 'elite')}
        where audit_log.id = ${given(facts.replacedAt)}
        union all
        select ${field(facts, 'customerId')} from ${eventsOf('customer.added', facts)} and event like '%"isElite":true%'),
      changed as materialized (
        select ${field(facts, 'customerId')} as customer_id from ${eventsOf('customer.changed', facts)} and event like '%"isElite":%')
      select id as customer_id, is_elite from customers
      where ${truth(facts.hasAllEvents)} and id not in (select customer_id from changed)
        and is_elite <> case when id in (select customer_id from first) then 1 else 0 end`,
  },
  {
    name: 'clock',
    rule: 'The clock of a sandbox has its last setting since its data was replaced. A production database has no clock.',
    action:
      'Production: delete the row of `clock_setting` and restart the servers. Sandbox: set the clock again.',
    find(facts) {
      const { json } = facts
      return sql`
        select id, frozen_at, offset_ms from clock_setting
        where ${truth(facts.isProduction)} or (${truth(facts.hasAllEvents)} and not exists (
          select 1 from audit_log where audit_log.id = (select max(id) from ${eventsOf('clock.set', facts)})
            and frozen_at is not distinct from ${json.number(sql.ref('event'), 'frozenAt')}
            and offset_ms = ${json.number(sql.ref('event'), 'offsetMs')}))`
    },
  },
]

import { type RawBuilder, sql } from 'kysely'
import { allOf, given, type Invariant, truth } from './invariant.ts'

/** Both ledgers, with the same columns. */
const ledgers = sql`(
  select 'drawdown' as ledger, customer_id, id as number, booked_at, transaction_type, amount_cents, balance_cents,
    description, order_id, deposit_key from drawdown_transactions
  union all
  select 'store-credit', customer_id, position, booked_at, transaction_type, amount_cents, balance_cents,
    description, order_id, cast(null as text) from store_credit_transactions)`

/** The rows that each order must have. The audit computes them itself, to find bugs in the code that writes rows. */
const expectedRows = (paidBy: RawBuilder<unknown>) => sql`(
  select 'drawdown' as ledger, customer_id, id as order_id, 'Purchase' as transaction_type, -due_cents as amount_cents,
    'Order #' || id as description, cast(null as bigint) as booked_at from orders where hold in ('captured', 'refunded')
  union all
  select 'drawdown', customer_id, id, 'Refund', due_cents, 'Refund for order #' || id, cast(null as bigint) from orders where hold = 'refunded'
  union all
  select 'store-credit', customer_id, id, 'Purchase', -due_cents, 'Order #' || id, purchased_at from orders
  where ${paidBy} = 'store-credit'
  union all
  select 'store-credit', customer_id, id, 'Refund', due_cents, 'Refund for order #' || id, cast(null as bigint) from orders
  where ${paidBy} = 'store-credit' and status = 'Canceled')`

/** Invariants of the ledgers of drawdown accounts and store credit. */
export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'ledger-balance',
    rule: 'Every row of a ledger has the balance after it: the sum of the rows up to it.',
    action: 'Find the first wrong row. Compare it with the audit log and the last sound backup.',
    find: () => sql`
      select ledger, customer_id, number, amount_cents, balance_cents, sum_cents from (
        select ledger, customer_id, number, amount_cents, balance_cents,
          sum(amount_cents) over (partition by ledger, customer_id order by number) as sum_cents,
          row_number() over (partition by ledger, customer_id order by number) as position
        from ${ledgers} as ledgers) as ledgers
      where balance_cents <> sum_cents or (ledger = 'store-credit' and number <> position)`,
  },
  {
    name: 'account-balance',
    rule: 'The ledger of an account adds up to its balance.',
    action: 'Compare with the audit log. If the ledger is right, set the balance to its sum.',
    find: () => sql`
      select ledger, customer_id, balance_cents, coalesce(sum_cents, 0) as sum_cents from (
        select 'drawdown' as ledger, customer_id, balance_cents, (
          select sum(amount_cents) from drawdown_transactions as rows_of where rows_of.customer_id = accounts.customer_id) as sum_cents
        from drawdown_accounts as accounts
        union all
        select 'store-credit', id, store_credit_cents, (
          select sum(amount_cents) from store_credit_transactions as rows_of where rows_of.customer_id = customers.id)
        from customers) as balances
      where balance_cents <> coalesce(sum_cents, 0)`,
  },
  {
    name: 'ledger-row',
    rule: 'A row has the sign, the order and the description of its type, and is not in the future.',
    action: 'Compare with the audit log and the last sound backup.',
    find: ({ latest }) => sql`
      select ledger, customer_id, number, transaction_type, amount_cents, order_id, booked_at from ${ledgers} as ledgers
      where case transaction_type when 'Purchase' then amount_cents <= 0 and order_id is not null
          when 'Refund' then amount_cents >= 0 and order_id is not null
          when 'Deposit' then amount_cents > 0 and order_id is null and ledger = 'drawdown'
          when 'Adjustment' then order_id is null end is not true
        or booked_at > ${given(latest)} or description = ''
        or (deposit_key is not null and transaction_type <> 'Deposit')`,
  },
  {
    name: 'ledger-of-order',
    rule: 'An order has a purchase in the ledger that paid it, and a refund once it is canceled. No other row names an order.',
    action: 'Compare the order with its rows. Refund the customer if the refund is missing.',
    find({ json }) {
      const expected = expectedRows(json.text(sql.ref('payment'), 'paidBy'))
      const agrees = sql`found.ledger = expected.ledger and found.order_id = expected.order_id
        and found.transaction_type = expected.transaction_type`
      return allOf([
        sql`select expected.ledger, expected.customer_id, expected.order_id, expected.transaction_type, expected.amount_cents,
            found.amount_cents as found_cents
          from ${expected} as expected left join ${ledgers} as found on ${agrees}
          where found.number is null or found.customer_id <> expected.customer_id
            or found.amount_cents <> expected.amount_cents or found.description <> expected.description
            or found.booked_at <> expected.booked_at`,
        sql`select found.ledger, found.customer_id, found.order_id, found.transaction_type, cast(null as bigint), found.amount_cents
          from ${ledgers} as found left join ${expected} as expected on ${agrees}
          where found.order_id is not null and expected.order_id is null`,
      ])
    },
  },
  {
    name: 'drawdown-pending',
    rule: 'The pending money of an account is the sum of the holds of its orders, plus the initial pending money of a sandbox.',
    action: 'Set the pending money to the sum of its holds, once the orders are right.',
    find: ({ json, replacedAt, hasAllEvents, isProduction }) => sql`
      with apart as materialized (
        select ${json.number(json.item('held'), 'customerId')} as customer_id, ${json.number(json.item('held'), 'cents')} as cents
        from audit_log, ${json.each('held', sql.ref('event'), 'held')} where audit_log.id = ${given(replacedAt)}),
      held as materialized (
        select customer_id, sum(due_cents) as cents from orders where hold = 'pending' group by customer_id)
      select accounts.customer_id, pending_cents, coalesce(held.cents, 0) as held_cents, coalesce(apart.cents, 0) as apart_cents
      from drawdown_accounts as accounts
        left join held on held.customer_id = accounts.customer_id left join apart on apart.customer_id = accounts.customer_id
      where case when ${truth(hasAllEvents || isProduction)} then pending_cents <> coalesce(held.cents, 0) + coalesce(apart.cents, 0)
        else pending_cents < coalesce(held.cents, 0) end
      union all
      select held.customer_id, cast(null as bigint), held.cents, cast(null as bigint) from held
      where not exists (select 1 from drawdown_accounts as accounts where accounts.customer_id = held.customer_id)`,
  },
]

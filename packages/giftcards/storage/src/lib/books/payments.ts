import { sql } from 'kysely'
import { type Facts, given, type Invariant } from './invariant.ts'

const paid = sql`('charged', 'refunding', 'refunded')`

/** The latest end of a lease, relative to real time. */
const longestLeaseMs = 86_400_000

/** The kinds of the legs of each method, in the order in which they are charged. */
const kindAt = (legs: string) => {
  const position = sql.ref(`${legs}.position`)
  return sql`case when method in ('ACH', 'ACH_CREDITCARD') and ${position} = 0 then 'bank'
    when method = 'CREDITCARD' and ${position} = 0 then 'card'
    when method = 'ACH_CREDITCARD' and ${position} = 1 then 'card' end`
}

const legCount = sql`case method when 'ACH_CREDITCARD' then 2 when 'ACH' then 1 when 'CREDITCARD' then 1 else 0 end`

/** Orders with their payment and totals over their legs. */
const payments = ({ json }: Facts) => {
  const payment = (field: string) => json.text(sql.ref('payment'), field)
  return sql`(
    select id, order_id, customer_id, purchased_at, status, hold, due_cents, ${payment('method')} as method,
      ${payment('paidBy')} as paid_by, ${payment('accountNumber')} as account_number, ${payment('routingNumber')} as routing_number
    from orders)`
}

const legsOf = sql`(
  select order_id as of_order, count(*) as legs, count(case when state in ${paid} then 1 end) as paid_legs,
    sum(case when state in ${paid} then amount_cents else 0 end) as paid_cents
  from payment_legs group by order_id)`

/** Invariants of payments: charged, refunded and pending amounts. */
export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'order-is-paid',
    rule: 'If an order was paid by bank or card, one leg has charged the amount due. Other orders have no legs.',
    action:
      'Compare with the payment gateway (`--gateway`). A refund of this order is parked until they agree.',
    find: (facts) => sql`
      select id as order_id, method, status, due_cents, coalesce(paid_cents, 0) as charged_cents, coalesce(legs, 0) as legs
      from ${payments(facts)} as orders left join ${legsOf} as legs on legs.of_order = orders.id
      where case when due_cents = 0 or paid_by not in ('bank', 'card') then legs is null
        else legs = ${legCount} and paid_legs = 1 and paid_cents = due_cents end is not true`,
  },
  {
    name: 'payment-method',
    rule: 'The payment of an order fits its method, and only drawdown orders hold money.',
    action: 'Compare with the payment gateway and the last sound backup.',
    find: (facts) => sql`
      select id as order_id, method, paid_by, hold from ${payments(facts)} as orders
      where case method when 'ACH' then paid_by = 'bank' when 'CREDITCARD' then paid_by = 'card'
          when 'ACH_CREDITCARD' then paid_by in ('bank', 'card') when 'STORE_CREDIT' then paid_by = 'store-credit'
          when 'DRAWDOWN_ACCOUNT' then paid_by = 'drawdown' end is not true
        or (method = 'DRAWDOWN_ACCOUNT') <> (hold <> 'none')
        or case paid_by when 'bank' then account_number like '****____' and routing_number like '****____'
          else account_number is null and routing_number is null end is not true`,
  },
  {
    name: 'leg-of-order',
    rule: 'A leg has the amount, reference, kind and time of its order. Legs before the paid one are declined, later ones canceled.',
    action: 'Compare with the payment gateway (`--gateway`) and the last sound backup.',
    find(facts) {
      // A sandbox's clock may have been set back since the purchase.
      const earliest = facts.isProduction ? sql.ref('purchased_at') : sql.lit(0)
      return sql`
      select legs.order_id, legs.position, legs.state, legs.amount_cents, due_cents, legs.changed_at, purchased_at
      from payment_legs as legs join ${payments(facts)} as orders on orders.id = legs.order_id
        left join payment_legs as paid on paid.order_id = legs.order_id and paid.state in ${paid}
      where legs.amount_cents <> due_cents or legs.reference <> 'order:' || orders.order_id
        or legs.kind is distinct from ${kindAt('legs')}
        or (legs.state in ${paid} and legs.kind <> paid_by)
        or case when legs.state = 'charged' then status <> 'Canceled'
          when legs.state in ('refunding', 'refunded') then status = 'Canceled'
          when legs.position < paid.position then legs.state = 'declined'
          else legs.state = 'canceled' end is not true
        or case when legs.state in ('refunding', 'refunded') then legs.changed_at between ${earliest} and ${given(facts.latest)}
          else legs.changed_at = purchased_at end is not true
        or (legs.gateway_reference is not null and legs.state not in ${paid})`
    },
  },
  {
    name: 'leg-of-saved-method',
    rule: 'The paid leg names a saved method of the customer, with the kind of the leg and the numbers of the order.',
    action: 'Compare with the payment gateway. Another account may have been charged.',
    find: (facts) => sql`
      select legs.order_id, legs.position, legs.method_id, methods.kind
      from payment_legs as legs join ${payments(facts)} as orders on orders.id = legs.order_id
        join payment_methods as methods on methods.customer_id = orders.customer_id and methods.id = legs.method_id
      where legs.kind <> methods.kind or (legs.state in ${paid} and (
        orders.account_number is distinct from methods.account_number
        or orders.routing_number is distinct from methods.routing_number))`,
  },
  {
    name: 'leg-without-order',
    rule: 'Legs without a placed order have charged nothing. Their payment is pending, or all of them have ended.',
    action: 'Run `--gateway`: if the gateway holds the money, refund it there by its reference.',
    find: ({ latest }) => sql`
      select legs.order_id, legs.position, legs.state, legs.reference, payments.reference as pending_reference
      from payment_legs as legs
        left join orders on orders.id = legs.order_id left join payments on payments.reference = legs.reference
      where orders.id is null and (legs.state in ${paid} or (legs.state = 'pending') <> (payments.reference is not null)
          or legs.reference not like 'order:_%' or legs.gateway_reference is not null or legs.changed_at > ${given(latest)})
        or (orders.id is not null and (legs.state = 'pending' or payments.reference is not null))
      union all
      select order_id, min(position), min(state), min(reference), max(reference) from payment_legs group by order_id
      having min(position) <> 0 or max(position) <> count(*) - 1 or min(amount_cents) <> max(amount_cents)
        or min(reference) <> max(reference)
        or (count(case when state in ${paid} then 1 end) = 0 and min(state) <> max(state))`,
  },
  {
    name: 'pending-payment',
    rule: 'A pending payment has all that its order needs: customer, reference, unused numbers and pending legs.',
    action:
      'Ask the gateway about the reference. Restore the row from a backup, or refund the money at the gateway.',
    find({ json, realNow }) {
      const order = sql.ref('prepared_order')
      const own = (field: string) => json.text(order, field)
      const leg = (field: string) => json.number(json.item('leg'), field)
      return sql`
        select payments.reference, payments.customer_id, ${json.number(order, 'id')} as order_id, orders.id as placed_order_id,
          ${json.number(order, 'dueCents')} as due_cents
        from payments left join orders
          on orders.id = ${json.number(order, 'id')} or orders.order_id = ${own('orderId')}
        where orders.id is not null or ${json.number(order, 'customerId')} is distinct from payments.customer_id
          or payments.reference is distinct from 'order:' || ${own('orderId')}
          or coalesce(${json.number(order, 'dueCents')}, 0) <= 0
          or started_at > ${given(realNow + longestLeaseMs)} or lease_until > ${given(realNow + longestLeaseMs)}
          or (select count(*) from ${json.each('leg', sql.ref('legs'))}) <> (
            select ${legCount} from (select ${own('method')} as method) as chosen)
          or (select count(*) from payment_legs as legs where legs.order_id = ${json.number(order, 'id')}) <> (
            select count(*) from ${json.each('leg', sql.ref('payments.legs'))} join payment_legs as legs
              on legs.order_id = ${json.number(order, 'id')} and legs.position = ${json.position('leg')}
            where legs.state = 'pending' and legs.reference = payments.reference and legs.method_id = ${leg('id')}
              and legs.kind = ${json.text(json.item('leg'), 'kind')} and legs.amount_cents = ${json.number(order, 'dueCents')}
              and ${leg('customerId')} = payments.customer_id)
          or (select count(*) from payment_legs as legs where legs.order_id = ${json.number(order, 'id')})
            <> (select count(*) from ${json.each('leg', sql.ref('legs'))})`
    },
  },
]

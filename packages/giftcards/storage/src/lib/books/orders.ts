import { orderMessages } from '@giftcards/marketplace'
import { type RawBuilder, sql } from 'kysely'
import { allOf, type Facts, given, type Invariant, oneOf, truth } from './invariant.ts'

/** The number of delivered cards of an order, and the time of the last delivery. */
const deliveries = sql`(
  select order_id, count(*) - count(fulfilled_at) as undelivered, min(fulfilled_at) as first_at, max(fulfilled_at) as last_at
  from order_units group by order_id)`

/** Whether a plan has one of some steps. Matches text, since the store always writes the JSON in the same form. */
const plans = (...steps: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    steps.map((step) => sql`plan like ${sql.lit(`%"do":"${step}"%`)}`),
    sql` or `,
  )})`

/** The longest time that a step is planned ahead; a bank may return a payment months later. */
const longestPlanMs = 400 * 86_400_000

/** The steps of plans that are not empty. */
const steps = ({ json }: Facts) => sql`(
  select orders.id, ${json.position('step')} as position, ${json.number(json.item('step'), 'at')} as step_at,
    ${json.text(json.item('step'), 'do')} as step
  from orders, ${json.each('step', sql.ref('orders.plan'))} where orders.plan <> '[]')`

const allSteps = ['deliver-digital', 'prepare', 'ship', 'review', 'hold', 'cancel', 'return']

/** Invariants of orders and their cards. */
export const orderInvariants: readonly Invariant[] = [
  {
    name: 'order-status',
    rule: 'An order has the plan, the deliveries and the hold that its status needs.',
    action: 'Read its `order.status` events in the audit log. Set the right status with `npm run admin`.',
    find: () => sql`
      select orders.id as order_id, status, hold, undelivered, plan
      from orders left join ${deliveries} as cards on cards.order_id = orders.id
      where case status
          when 'Processing' then ${plans('deliver-digital', 'prepare', 'ship', 'review', 'hold', 'cancel')}
          when 'Fulfillment' then ${plans('ship')}
          when 'Canceled' then plan = '[]'
          when 'Review' then not ${plans('deliver-digital', 'prepare', 'ship')}
          when 'Hold' then not ${plans('deliver-digital', 'prepare', 'ship')}
          else not ${plans('deliver-digital', 'prepare', 'ship')} and undelivered = 0 end is not true
        or status not in ${oneOf(Object.keys(orderMessages))}
        or (hold in ('released', 'refunded') and status <> 'Canceled')
        or (hold = 'pending' and (status = 'Canceled' or undelivered = 0))
        or (hold = 'captured' and (status = 'Canceled' or undelivered > 0))`,
  },
  {
    name: 'order-plan',
    rule: 'An order continues when the first step of its plan is due. Its steps are known, in order, and not years ahead.',
    action: 'Restore the plan from the last sound backup, or set the status with `npm run admin`.',
    find: (facts) => sql`
      select id as order_id, next_step_at, plan from orders
      where next_step_at is distinct from ${facts.json.number(sql.ref('plan'), 0, 'at')} and (plan <> '[]' or next_step_at is not null)
      union all
      select id, step_at, step from ${steps(facts)} as steps
      where step_at is null or step_at > ${given(facts.latest + longestPlanMs)} or coalesce(step, '') not in ${oneOf(allSteps)}
      union all
      select id, step_at, step from (
        select id, step_at, step, lag(step_at) over (partition by id order by position) as before_at
        from ${steps(facts)} as steps) as steps
      where before_at > step_at`,
  },
  {
    name: 'delivery',
    rule: 'A delivered card has sealed secrets. Its delivery is after the purchase and not in the future.',
    action: 'Restore the card from the last sound backup.',
    find: ({ latest, isProduction }) => sql`
      select cards.id as card_id, cards.order_id, purchased_at, fulfilled_at
      from order_units as cards join orders on orders.id = cards.order_id
      where (fulfilled_at is null) <> (sealed_secrets is null) or fulfilled_at > ${given(latest)}
        or (${truth(isProduction)} and fulfilled_at < purchased_at)`,
  },
  {
    name: 'sealed-card',
    rule: 'The secrets of a card are sealed by the vault: key, nonce, tag and text.',
    action: 'Restore the sealed text from a backup. Without it, the buyer loses the card.',
    needsServer: true,
    // 8, 16 and 22 characters, and the text.
    find: () => sql`
      select id as card_id, order_id, length(sealed_secrets) as length from order_units
      where sealed_secrets not like '________.________________.______________________.____________________%'`,
  },
  {
    name: 'card-bucket',
    rule: 'Every card of an order or a cart is of a kind in the stock.',
    action: 'Compare merchant, type, face value and percentage with the last sound backup.',
    find: () =>
      allOf(
        (
          [
            ['order_units', 'order_id', 'id'],
            ['cart_lines', 'cart_id', 'id'],
          ] as const
        ).map(
          ([table, owner, id]) => sql`
          select cast(${sql.ref(`cards.${owner}`)} as text) as owner, cast(${sql.ref(`cards.${id}`)} as text) as card_id,
            cards.merchant_id, cards.card_type, cards.face_value_cents, cards.percent_off_bps
          from ${sql.table(table)} as cards where not exists (select 1 from stock
            where stock.merchant_id = cards.merchant_id and stock.card_type = cards.card_type
              and stock.face_value_cents = cards.face_value_cents and stock.percent_off_bps = cards.percent_off_bps
              and stock.is_low_risk = cards.is_low_risk)`,
        ),
      ),
  },
  {
    name: 'captured-hold',
    rule: 'A drawdown order is booked as a purchase when its last card is delivered.',
    action: 'Compare both times with the audit log and the last sound backup.',
    find: () => sql`
      select orders.id as order_id, booked_at, last_at
      from orders join ${deliveries} as cards on cards.order_id = orders.id
        join drawdown_transactions as ledger on ledger.order_id = orders.id and transaction_type = 'Purchase'
      where hold in ('captured', 'refunded') and booked_at <> last_at`,
  },
]

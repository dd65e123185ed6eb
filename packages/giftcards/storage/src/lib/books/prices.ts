import { paymentDiscountBps, settings } from '@giftcards/marketplace'
import { type RawBuilder, sql } from 'kysely'
import { allOf, type Facts, type Invariant, oneOf, truth } from './invariant.ts'

/** Placed orders, and those whose payment is pending, with the same columns. */
const pricedOrders = ({ json }: Facts) => {
  const order = sql.ref('prepared_order')
  return sql`(
    select id, order_total_cents, face_value_cents, due_cents, coupon, ${json.text(sql.ref('payment'), 'method')} as method
    from orders
    union all
    select ${json.number(order, 'id')}, ${json.number(order, 'orderTotalCents')}, ${json.number(order, 'faceValueCents')},
      ${json.number(order, 'dueCents')}, ${json.text(order, 'coupon')}, ${json.text(order, 'method')}
    from payments)`
}

const cardColumns = sql.raw(
  `order_id, id, internal_card_id, position, merchant_id, card_type, face_value_cents, percent_off_bps, is_low_risk,
  unit_cost_cents, coupon_share_cents, payment_share_cents, fulfilled_at, current_balance_cents, sealed_secrets`,
)

/** The cards of pending payments, with the columns of `order_units`. */
export const pendingCards = ({ json }: Facts): RawBuilder<unknown> => {
  const card = json.item('card')
  const number = (name: string) => json.number(card, name)
  return sql`
    select ${json.number(sql.ref('prepared_order'), 'id')} as order_id, ${number('id')} as id,
      ${number('internalCardId')} as internal_card_id, ${json.position('card')} + 1 as position,
      ${number('merchantId')} as merchant_id, ${json.text(card, 'type')} as card_type,
      ${number('faceValueCents')} as face_value_cents, ${number('percentOffBps')} as percent_off_bps,
      ${json.flag(card, 'isLowRisk')} as is_low_risk, ${number('unitCostCents')} as unit_cost_cents,
      ${number('couponShareCents')} as coupon_share_cents, ${number('paymentShareCents')} as payment_share_cents,
      ${number('fulfilledAt')} as fulfilled_at, ${number('currentBalanceCents')} as current_balance_cents,
      ${json.text(card, 'sealedSecrets')} as sealed_secrets
    from payments, ${json.each('card', sql.ref('prepared_order'), 'units')}`
}

/** The cards of placed orders and of pending payments. */
const pricedCards = (facts: Facts) =>
  sql`(select ${cardColumns} from order_units union all ${pendingCards(facts)})`

/** `amount × bps`, rounded half up (decision: money 2). The audit computes it itself, to find bugs in the code. */
const percentage = (amount: RawBuilder<unknown>, bps: RawBuilder<unknown>) =>
  sql`((2 * ${amount} * ${bps} + 10000) / 20000)`

const methodBps = sql`(case method ${sql.join(
  Object.entries(paymentDiscountBps).map(
    ([method, bps]) => sql`when ${sql.lit(method)} then ${sql.lit(bps)}`,
  ),
  sql` `,
)} end)`

/** Whether a coupon applies to a card (decision: coupons). */
const isEligible = ({ json }: Facts) => {
  const isListed = (
    list: string,
    column: string,
  ) => sql`(${json.text(sql.ref('coupon'), 'coupon', list)} is null
    or exists (select 1 from ${json.each('item', sql.ref('coupon'), 'coupon', list)}
      where ${json.itemText('item')} = cast(${sql.ref(column)} as text)))`
  return sql`${isListed('merchantIds', 'merchant_id')} and ${isListed('cardTypes', 'card_type')}`
}

/** Invariants of the prices of placed and pending orders: their cards add up to their totals, to the cent (decision: money). */
export const priceInvariants: readonly Invariant[] = [
  {
    name: 'order-total',
    rule: 'The cards of an order add up to its face value, its total after the coupon, and its discounts.',
    action: 'Compare with the last sound backup. Do not refund the order before its figures are right.',
    find: (facts) => sql`
      select orders.id as order_id, order_total_cents, face_value_cents, due_cents, sums.*
      from ${pricedOrders(facts)} as orders left join (
        select order_id as of_order, count(*) as cards, sum(face_value_cents) as cards_face_cents,
          sum(unit_cost_cents - coupon_share_cents) as cards_total_cents,
          sum(payment_share_cents) as cards_discount_cents, sum(coupon_share_cents) as cards_coupon_cents
        from ${pricedCards(facts)} as cards group by order_id) as sums on sums.of_order = orders.id
      where cards is null or cards > ${sql.lit(settings.maxCards)}
        or cards_face_cents <> face_value_cents or cards_total_cents <> order_total_cents
        or cards_discount_cents <> order_total_cents - due_cents
        or cards_coupon_cents <> coalesce(${facts.json.number(sql.ref('coupon'), 'discountCents')}, 0)`,
  },
  {
    name: 'amount-due',
    rule: 'The amount due of an order is its total less the discount of its payment method.',
    action: 'Compare with the charge of the payment gateway, and with the last sound backup.',
    find: (facts) => sql`
      select id as order_id, method, order_total_cents, due_cents from ${pricedOrders(facts)} as orders
      where due_cents is distinct from order_total_cents - ${percentage(sql.ref('order_total_cents'), methodBps)}`,
  },
  {
    name: 'card-price',
    rule: 'The price of a card is its face value less its percentage off. Its shares of the discounts are proportional.',
    action: 'Compare with the last sound backup.',
    find: (facts) => sql`
      select cards.id as card_id, order_id, cards.face_value_cents, percent_off_bps, unit_cost_cents, payment_share_cents
      from ${pricedCards(facts)} as cards join ${pricedOrders(facts)} as orders on orders.id = cards.order_id
      where unit_cost_cents is distinct from ${percentage(sql.ref('cards.face_value_cents'), sql`(10000 - percent_off_bps)`)}
        or coupon_share_cents > unit_cost_cents
        or (order_total_cents > 0 and abs(payment_share_cents * order_total_cents
          - (order_total_cents - due_cents) * (unit_cost_cents - coupon_share_cents)) >= order_total_cents)`,
  },
  {
    name: 'card-balance',
    rule: 'The balance of a card is at most its face value. It is the full face value until delivery, and always in production.',
    action: 'Ask the issuer for the balance of the card, and set it.',
    find: (facts) => sql`
      select id as card_id, order_id, face_value_cents, current_balance_cents from ${pricedCards(facts)} as cards
      where current_balance_cents > face_value_cents or current_balance_cents < 0
        or (current_balance_cents <> face_value_cents and (fulfilled_at is null or ${truth(facts.isProduction)}))`,
  },
  {
    name: 'card-number',
    rule: 'No two cards share a wallet number, an internal number, a place in an order, or a sealed text.',
    action: 'Find the order that owns the card in the last sound backup. Cancel the other order.',
    find: (facts) => sql`
      ${allOf(
        ['id', 'internal_card_id', 'sealed_secrets'].map(
          (column) => sql`
            select min(id) as card_id, ${sql.lit(column)} as column_name, count(*) as cards,
              min(order_id) as order_id, max(order_id) as other_order_id
            from ${pricedCards(facts)} as cards where ${sql.ref(column)} is not null
            group by ${sql.ref(column)} having count(*) > 1`,
        ),
      )}
      union all
      select min(id), 'position', count(*), order_id, order_id from ${pricedCards(facts)} as cards
      group by order_id having min(position) <> 1 or max(position) <> count(*) or count(distinct position) <> count(*)`,
  },
  {
    name: 'coupon-discount',
    rule: 'The coupon of an order gives every card the discount of its amount and restrictions.',
    action:
      'Compare with the last sound backup. An order that paid too little was changed after it was placed.',
    find: (facts) => {
      const { json } = facts
      const ofCoupon = (name: string) => json.number(sql.ref('coupon'), 'coupon', name)
      const type = json.text(sql.ref('coupon'), 'coupon', 'type')
      return sql`
        select orders.id as order_id, ${ofCoupon('id')} as coupon_id, ${json.number(sql.ref('coupon'), 'discountCents')} as discount_cents,
          sum(coupon_share_cents) as cards_coupon_cents
        from ${pricedOrders(facts)} as orders join ${pricedCards(facts)} as cards on cards.order_id = orders.id
        where coupon is not null
        group by orders.id, coupon
        having (${type} = 'P' and sum(case when ${isEligible(facts)}
            then abs(coupon_share_cents - ${percentage(sql.ref('unit_cost_cents'), ofCoupon('amount'))})
            else coupon_share_cents end) <> 0)
          or sum(case when ${isEligible(facts)} then 0 else coupon_share_cents end) <> 0
          or (${type} <> 'P' and sum(coupon_share_cents) <> case
            when sum(case when ${isEligible(facts)} then unit_cost_cents else 0 end) < ${ofCoupon('amount')}
            then sum(case when ${isEligible(facts)} then unit_cost_cents else 0 end) else ${ofCoupon('amount')} end)`
    },
  },
  {
    name: 'coupon-of-order',
    rule: 'An order keeps the definition of its coupon, and the discounts of its lines add up.',
    action: 'Compare both with the last sound backup: a coupon is never changed, except for its last day.',
    find: ({ json, ...facts }) => {
      const coupon = sql.ref('orders.coupon')
      const own = (name: string) => json.number(coupon, 'coupon', name)
      return sql`
        select orders.id as order_id, coupons.id as coupon_id, amount, ${own('amount')} as amount_of_order
        from ${pricedOrders({ json, ...facts })} as orders left join coupons on coupons.id = ${own('id')}
        where orders.coupon is not null and (coupons.id is null
          or code is distinct from ${json.text(coupon, 'coupon', 'code')}
          or coupon_type is distinct from ${json.text(coupon, 'coupon', 'type')}
          or amount is distinct from ${own('amount')}
          or starts_at is distinct from ${own('startsAt')}
          or minimum_subtotal_cents is distinct from ${own('minimumSubtotalCents')}
          or elite_only is distinct from ${json.flag(coupon, 'coupon', 'eliteOnly')}
          or uses_per_account is distinct from ${own('usesPerAccount')}
          or uses_in_total is distinct from ${own('usesInTotal')}
          or ${json.number(coupon, 'usage')} is null or ${json.number(coupon, 'usage')} < 1
          or ${json.number(coupon, 'discountCents')} is distinct from (
            select sum(${json.number(json.item('line'), 'discountCents')}) from ${json.each('line', coupon, 'lines')}))`
    },
  },
  {
    name: 'order-documents',
    rule: 'An order has a shipping address and a payment method.',
    action: 'Restore the column from the last sound backup.',
    find: ({ json }) => sql`
      select id as order_id from orders where ${json.text(sql.ref('payment'), 'method')} is null
        or ${json.text(sql.ref('payment'), 'method')} not in ${oneOf(Object.keys(paymentDiscountBps))}
        or ${sql.join(
          ['firstname', 'lastname', 'street', 'city', 'state', 'postcode'].map(
            (field) => sql`${json.text(sql.ref('shipping'), field)} is null`,
          ),
          sql` or `,
        )}`,
  },
]

import { settings } from '@giftcards/marketplace'
import { type RawBuilder, sql } from 'kysely'
import { keys } from '../schema/database.ts'
import { given, type Invariant, type JsonSql, oneOf, truth } from './invariant.ts'
import { pendingCards } from './prices.ts'

const columns = sql.join(keys.columns.map((column) => sql.ref(column)))
const columnsOf = (source: string) => sql.join(keys.columns.map((column) => sql.ref(`${source}.${column}`)))

/** The key of a kind of card in JSON, as columns. */
const keyIn = (json: JsonSql, card: RawBuilder<unknown>) => sql`
  ${json.number(card, 'merchantId')} as merchant_id, ${json.text(card, 'type')} as card_type,
  ${json.number(card, 'faceValueCents')} as face_value_cents, ${json.number(card, 'percentOffBps')} as percent_off_bps,
  ${json.flag(card, 'isLowRisk')} as is_low_risk`

const isOf = (source: string) =>
  sql.join(
    keys.columns.map((column) => sql`${sql.ref(`${source}.${column}`)} = ${sql.ref(`stock.${column}`)}`),
    sql` and `,
  )

/** The longest lifetime of a cart: the maximum of `CART_TTL_SECONDS`. */
const longestCartMs = 366 * 86_400_000

/** Invariants of merchants, stock and carts. */
export const stockInvariants: readonly Invariant[] = [
  {
    name: 'merchant',
    rule: 'A merchant has a name and a known way of fulfillment.',
    action: 'Restore the row from the last sound backup.',
    find: () => sql`
      select id as merchant_id, fulfillment from merchants
      where name = '' or fulfillment not in ${oneOf(['standard', 'delayed', 'review', 'hold', 'cancel', 'never-sold'])}`,
  },
  {
    name: 'reserved-stock',
    rule: 'The reserved cards of a kind are those in carts and in pending payments.',
    action: 'Stop the servers, then set `reserved` to the sum. If it is too low, a card can be sold twice.',
    find: (facts) => sql`
      with held as materialized (
        select ${columns}, sum(quantity) as cards from (
          select ${columns}, quantity from cart_lines
          union all select ${columns}, 1 from (${pendingCards(facts)}) as pending) as held
        group by ${columns})
      select ${columnsOf('stock')}, reserved, coalesce(held.cards, 0) as held
      from stock left join held on ${isOf('held')} where reserved <> coalesce(held.cards, 0)
      union all
      select ${columnsOf('held')}, null, held.cards from held
      where not exists (select 1 from stock where ${isOf('held')})`,
  },
  {
    name: 'stock-on-hand',
    rule: 'The cards on hand of a kind are the stocked cards less the sold ones.',
    action:
      'Compare the `stock.put` events of the audit log with the orders. Count the cards, then set the stock.',
    find: ({ json, replacedAt, hasAllEvents }) => sql`
      with changes as (
        select ${keyIn(json, json.item('bucket'))}, ${json.number(json.item('bucket'), 'onHand')} as cards
        from audit_log, ${json.each('bucket', sql.ref('event'), 'stock')} where audit_log.id = ${given(replacedAt)}
        union all
        select ${keyIn(json, sql.ref('event'))}, ${json.number(sql.ref('event'), 'toCards')} - ${json.number(sql.ref('event'), 'fromCards')}
        from audit_log where id > ${given(replacedAt)} and event like '%"kind":"stock.put"%'
        union all
        select ${columnsOf('cards')}, -1 from order_units as cards join orders on orders.id = cards.order_id
        where status <> 'Canceled' or fulfilled_at is not null),
      expected as materialized (select ${columns}, sum(cards) as cards from changes group by ${columns})
      select ${columnsOf('stock')}, on_hand, coalesce(expected.cards, 0) as stocked_less_sold
      from stock left join expected on ${isOf('expected')}
      where ${truth(hasAllEvents)} and on_hand <> coalesce(expected.cards, 0)`,
  },
  {
    name: 'cart',
    rule: 'A cart has an existing owner, and expires within a year.',
    action: 'Delete the cart and its lines, and free their stock.',
    find: ({ latest }) => sql`
      with owners as materialized (select cast(id as text) as id from customers)
      select carts.id as cart_id, owner_kind, expires_at from carts left join owners on owners.id = carts.owner_id
      where (owner_kind = 'customer' and owners.id is null) or (owner_kind = 'session' and length(owner_id) < 16)
        or expires_at > ${given(latest + longestCartMs)}`,
  },
  {
    name: 'cart-lines',
    rule: 'A cart has one line for each kind of card, and at most 500 cards.',
    action: 'Delete the cart and its lines, and free their stock.',
    find: () => sql`
      select cart_id, sum(quantity) as cards from cart_lines group by cart_id having sum(quantity) > ${sql.lit(settings.maxCards)}
      union all
      select cart_id, sum(quantity) from cart_lines group by cart_id, ${columns} having count(*) > 1`,
  },
  {
    name: 'coupon',
    rule: 'A coupon has a valid amount, an upper-case code, a last day, and existing merchants.',
    action: 'Restore the row from the last sound backup, or end the coupon with `npm run admin`.',
    find: ({ json }) => sql`
      select id as coupon_id, coupon_type, amount from coupons
      where amount <= 0 or (coupon_type = 'P' and amount > 10000) or code <> upper(trim(code)) or code = ''
        or expires not like '__/__/____' or minimum_subtotal_cents < 0 or uses_per_account < 0 or uses_in_total < 0
        or exists (select 1 from ${json.each('item', sql.ref('merchant_ids'))} where ${json.itemText('item')} not in (
          select cast(id as text) from merchants))
        or exists (select 1 from ${json.each('item', sql.ref('card_types'))}
          where ${json.itemText('item')} not in ${oneOf(['ecode', 'physical', 'newEcodeB2B', 'newEcodeAsPre'])})`,
  },
  {
    name: 'coupon-use',
    rule: 'Every live order and every pending payment with a coupon uses it once, for its customer. There are no other uses.',
    action: 'Add or delete the row of `coupon_uses`, once the order is right.',
    find: ({ json }) => sql`
      with claims as materialized (
        select id as order_id, customer_id, ${json.number(sql.ref('coupon'), 'coupon', 'id')} as coupon_id from orders
        where coupon is not null and status <> 'Canceled'
        union all
        select ${json.number(sql.ref('prepared_order'), 'id')}, customer_id, ${json.number(sql.ref('prepared_order'), 'coupon', 'coupon', 'id')}
        from payments where ${json.text(sql.ref('prepared_order'), 'coupon')} is not null)
      select claims.order_id, claims.coupon_id, claims.customer_id, uses.coupon_id as used_coupon_id, uses.customer_id as used_by
      from claims left join coupon_uses as uses on uses.order_id = claims.order_id
      where uses.coupon_id is distinct from claims.coupon_id or uses.customer_id is distinct from claims.customer_id
      union all
      select uses.order_id, null, null, uses.coupon_id, uses.customer_id
      from coupon_uses as uses left join claims on claims.order_id = uses.order_id where claims.order_id is null`,
  },
  {
    name: 'coupon-limit',
    rule: 'No coupon is used more often than its limit, and a limited coupon counts its uses.',
    action:
      'Set `uses` to the number of rows in `coupon_uses`. If that is above the limit, decide which orders to keep.',
    find: () => sql`
      select coupons.id as coupon_id, null as customer_id, uses, uses_in_total, coalesce(used.times, 0) as times from coupons
        left join (select coupon_id, count(*) as times from coupon_uses group by coupon_id) as used on used.coupon_id = coupons.id
      where uses_in_total < used.times or uses <> case when uses_in_total is null then 0 else coalesce(used.times, 0) end
      union all
      select coupon_id, customer_id, uses_per_account, uses_in_total, count(*)
      from coupon_uses join coupons on coupons.id = coupon_uses.coupon_id
      group by coupon_id, customer_id, uses_per_account, uses_in_total having count(*) > uses_per_account`,
  },
]

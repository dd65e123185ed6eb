import { type Damage, card, leg, order, replaced, unit, year2100 } from './damage.ts'
import { madeOrders as made } from '../make-books.ts'

export const payments: readonly Damage[] = [
  ['a leg charged a hundredfold', leg(made.ach, 'amount_cents = amount_cents * 100'), 'order-is-paid'],
  ['a refunded leg a hundredfold', leg(made.canceled, 'amount_cents = amount_cents * 100'), 'order-is-paid'],
  ['a charged leg deleted', [`delete from payment_legs where order_id = ${made.ach}`], 'order-is-paid'],
  ['a charged leg declined', leg(made.ach, `state = 'declined'`), 'order-is-paid'],
  ['a charged leg canceled', leg(made.ach, `state = 'canceled'`), 'order-is-paid'],
  ['a charged leg pending again', leg(made.ach, `state = 'pending'`), 'order-is-paid'],
  ['a charged leg refunded', leg(made.ach, `state = 'refunded'`), 'leg-of-order'],
  ['a refunded leg declined', leg(made.canceled, `state = 'declined'`), 'order-is-paid'],
  ['a refunded leg charged', leg(made.canceled, `state = 'charged'`), 'leg-of-order'],
  [
    'a declined leg deleted',
    [`delete from payment_legs where order_id = ${made.achCard} and position = 0`],
    'order-is-paid',
  ],
  ['a leg of another method', leg(made.ach, `method_id = 8002, kind = 'card'`), 'leg-of-order'],
  ['a leg of another bank account', leg(made.ach, 'method_id = 7002'), 'leg-of-saved-method'],
  [
    'a leg with the reference of another order',
    leg(made.ach, `reference = (select reference from payment_legs where order_id = ${made.review})`),
    'leg-of-order',
  ],
  ['a leg that changed at another time', leg(made.ach, 'changed_at = changed_at - 1'), 'leg-of-order'],
  [
    'a declined leg with a charge of the gateway',
    [`update payment_legs set gateway_reference = 'ch_1' where order_id = ${made.declined} and position = 0`],
    'leg-without-order',
  ],
  [
    'a leg of no order charged',
    [`update payment_legs set state = 'charged' where order_id = ${made.declined} and position = 0`],
    'leg-without-order',
  ],
  [
    'a leg of a store credit order',
    [`insert into payment_legs values (${made.credit}, 0, 'order:x', 'bank', 7001, 5, 'charged', null, 1)`],
    'order-is-paid',
  ],
  [
    'a pending leg without a payment',
    [`insert into payment_legs values (100900, 0, 'order:y', 'bank', 7001, 5, 'pending', null, 1)`],
    'leg-without-order',
  ],
  ['a pending payment deleted', [`delete from payments`], 'leg-without-order'],
  [
    'a pending leg deleted',
    [`delete from payment_legs where order_id = ${made.pending} and position = 0`],
    'pending-payment',
  ],
  ['a pending leg of another amount', leg(made.pending, 'amount_cents = 1'), 'pending-payment'],
  ['a pending payment of another customer', ['update payments set customer_id = 5'], 'pending-payment'],
  [
    'a pending payment with another reference',
    [`update payments set reference = 'order:z'`],
    'pending-payment',
  ],
  [
    'a pending payment of a placed order',
    [`update payments set ${replaced('prepared_order', `"id":${made.pending},`, `"id":${made.ach},`)}`],
    'pending-payment',
  ],
  [
    'a pending payment leased for decades',
    [`update payments set lease_until = ${year2100}`],
    'pending-payment',
  ],
  [
    'a pending payment that costs less',
    [`update payments set ${replaced('prepared_order', '"dueCents":2', '"dueCents":1')}`],
    'amount-due',
  ],
  [
    'a pending payment with a card of an order',
    [
      `update payments set prepared_order = replace(prepared_order,
      (select '"id":' || (max(id) + 1) from order_units), (select '"id":' || min(id) from order_units))`,
    ],
    'card-number',
  ],
  [
    'an order paid by card instead of bank',
    order(made.ach, replaced('payment', '"paidBy":"bank"', '"paidBy":"card"')),
    'payment-method',
  ],
  [
    'a method of gateway on store credit',
    order(made.credit, replaced('payment', 'STORE_CREDIT', 'CREDITCARD')),
    'payment-method',
  ],
  ['an unknown method', order(made.credit, replaced('payment', 'STORE_CREDIT', 'CASH')), 'order-documents'],
  [
    'numbers of another bank account',
    order(made.ach, replaced('payment', '****7001', '****7002')),
    'leg-of-saved-method',
  ],
]

export const orders: readonly Damage[] = [
  ['an order of another customer', order(made.ach, 'customer_id = 5'), 'order-history'],
  ['a drawdown order of another customer', order(made.drawdown, 'customer_id = 5'), 'ledger-of-order'],
  ['another UUID', order(made.ach, `order_id = '01a22152-0000-759e-93b4-f5008e1f15e7'`), 'leg-of-order'],
  ['less due', order(made.ach, 'due_cents = due_cents - 1'), 'amount-due'],
  ['another total', order(made.ach, 'order_total_cents = order_total_cents + 1'), 'order-total'],
  ['another face value', order(made.ach, 'face_value_cents = face_value_cents + 1'), 'order-total'],
  ['a purchase at another time', order(made.ach, 'purchased_at = 0'), 'leg-of-order'],
  ['a purchase by credit at another time', order(made.credit, 'purchased_at = 0'), 'ledger-of-order'],
  ['an order deleted', [`delete from orders where id = ${made.ach}`], 'order-history'],
  ['a plan emptied', order(made.drawdownPhysical, `plan = '[]', next_step_at = null`), 'order-status'],
  ['a plan that is never woken', order(made.drawdownPhysical, 'next_step_at = null'), 'order-plan'],
  ['a plan that is woken too late', order(made.drawdownPhysical, `next_step_at = ${year2100}`), 'order-plan'],
  ['an order woken though it is over', order(made.ach, 'next_step_at = 1'), 'order-plan'],
  [
    'a plan with a step in decades',
    order(made.drawdownPhysical, replaced('plan', '"at":17', '"at":47')),
    'order-plan',
  ],
  [
    'a plan out of order',
    order(
      made.drawdownPhysical,
      `plan = '[{"at":' || next_step_at || ',"do":"prepare"},{"at":5,"do":"ship"}]'`,
    ),
    'order-plan',
  ],
  [
    'a plan with an unknown step',
    order(made.drawdownPhysical, replaced('plan', '"ship"', '"sell"')),
    'order-plan',
  ],
  [
    'a plan with a step that has no time',
    order(made.drawdownPhysical, replaced('plan', '"at":17688', '"when":17688')),
    'order-plan',
  ],
  [
    'a plan without the shipping',
    order(
      made.drawdownPhysical,
      `status = 'Fulfillment', plan = '[{"at":' || next_step_at || ',"do":"prepare"}]'`,
    ),
    'order-status',
  ],
  ['an order shipped in words only', order(made.drawdownPhysical, `status = 'Shipped'`), 'order-status'],
  ['an unknown status', order(made.drawdownPhysical, `status = 'Bogus'`), 'order-status'],
  ['a delivered order canceled', order(made.ach, `status = 'Canceled'`), 'leg-of-order'],
  ['a canceled order live again', order(made.canceled, `status = 'Digitally Delivered'`), 'leg-of-order'],
  ['an order out of review', order(made.review, `status = 'Processing'`), 'status-history'],
  ['an order on hold instead of in review', order(made.review, `status = 'Hold'`), 'status-history'],
  ['a hold captured before delivery', order(made.drawdownPhysical, `hold = 'captured'`), 'order-status'],
  ['a captured hold released', order(made.drawdown, `hold = 'released'`), 'order-status'],
  ['a captured hold pending', order(made.drawdown, `hold = 'pending'`), 'order-status'],
  ['a drawdown order without a hold', order(made.drawdown, `hold = 'none'`), 'payment-method'],
  ['a hold on an order by bank', order(made.ach, `hold = 'captured'`), 'payment-method'],
  [
    'an order without an address',
    order(made.ach, replaced('shipping', '"city"', '"town"')),
    'order-documents',
  ],
  ['a plan that is not JSON', order(made.drawdownPhysical, `plan = '{}'`), 'readable-documents'],
  ['a payment that is not JSON', order(made.ach, `payment = '{"method"'`), 'readable-documents'],
]

export const cards: readonly Damage[] = [
  ['a card deleted', [`delete from order_units where id = ${card(made.ach)} + 1`], 'order-total'],
  ['a card moved to another order', unit(`order_id = ${made.achCard}, position = 9`), 'order-total'],
  ['two cards in one place', unit('position = 2'), 'card-number'],
  [
    'a sealed text of another card',
    unit(`sealed_secrets = (select sealed_secrets from order_units where id = ${card(made.ach)} + 1)`),
    'card-number',
  ],
  ['a sealed text that is garbage', unit(`sealed_secrets = 'AAAA'`), 'sealed-card'],
  ['a delivery ten days later', unit('fulfilled_at = fulfilled_at + 864000000'), 'delivery'],
  [
    'a captured delivery a minute later',
    unit('fulfilled_at = fulfilled_at + 60000', made.drawdown),
    'captured-hold',
  ],
  ['a card undelivered', unit('fulfilled_at = null, sealed_secrets = null'), 'order-status'],
  ['a card without secrets', unit('sealed_secrets = null'), 'delivery'],
  ['secrets before the delivery', unit(`sealed_secrets = 'keykeyk1.x'`, made.drawdownPhysical), 'delivery'],
  ['more on a card than its value', unit('current_balance_cents = face_value_cents + 1'), 'card-balance'],
  [
    'a card spent before its delivery',
    unit('current_balance_cents = 0', made.drawdownPhysical),
    'card-balance',
  ],
  ['a card of another merchant', unit('merchant_id = 904'), 'card-bucket'],
  ['a card of an alike merchant', unit('merchant_id = 904', made.review), 'stock-on-hand'],
  ['a card of an unknown merchant', unit('merchant_id = 777'), 'references'],
  ['a card of another type', unit(`card_type = 'physical'`), 'card-bucket'],
  ['a card of low risk', unit('is_low_risk = 1'), 'card-bucket'],
  [
    'a card of another price',
    unit('unit_cost_cents = unit_cost_cents - 1, coupon_share_cents = 0'),
    'card-price',
  ],
  [
    'a discount moved to another card',
    [
      `update order_units set payment_share_cents = payment_share_cents + 9 where id = ${card(made.ach)}`,
      `update order_units set payment_share_cents = payment_share_cents - 9 where id = ${card(made.ach)} + 1`,
    ],
    'card-price',
  ],
  ['an internal number twice', unit('internal_card_id = internal_card_id + 1'), 'card-number'],
  ['a read by another customer', ['update secure_reads set customer_id = 5'], 'secure-read'],
  ['a read after the window', ['update secure_reads set read_at = read_at + 90000000'], 'secure-read'],
  ['a read of no card', ['update secure_reads set card_id = 9'], 'references'],
]

export const coupons: readonly Damage[] = [
  ['a use of a coupon deleted', [`delete from coupon_uses where order_id = ${made.coupon}`], 'coupon-use'],
  [
    'a use of a pending payment deleted',
    [`delete from coupon_uses where order_id = ${made.pending}`],
    'coupon-use',
  ],
  [
    'a use by another customer',
    [`update coupon_uses set customer_id = 5 where order_id = ${made.coupon}`],
    'coupon-use',
  ],
  [
    'a use of another coupon',
    [`update coupon_uses set coupon_id = 4 where order_id = ${made.coupon}`],
    'coupon-use',
  ],
  ['a use of no order', ['insert into coupon_uses values (100999, 1, 1)'], 'coupon-use'],
  [
    'a coupon of an order with another amount',
    order(made.coupon, replaced('coupon', '"amount":1000', '"amount":9000')),
    'coupon-of-order',
  ],
  [
    'a coupon of an order with another discount',
    order(made.coupon, replaced('coupon', '"discountCents":', '"discountCents":1')),
    'order-total',
  ],
  ['an order without its coupon', order(made.coupon, 'coupon = null'), 'order-total'],
  [
    'a limit of a coupon lowered',
    [`update coupons set uses_in_total = 0 where code = 'SAVE10'`],
    'coupon-limit',
  ],
  [
    'a limit for each account lowered',
    [`update coupons set uses_per_account = 0 where code = 'SAVE10'`],
    'coupon-limit',
  ],
  ['a count of uses too low', [`update coupons set uses = 0 where code = 'TWICE'`], 'coupon-limit'],
  [
    'a coupon of a hundred percent',
    [`update coupons set amount = 10000 where code = 'SAVE10'`],
    'coupon-of-order',
  ],
  [
    'a coupon of another amount everywhere',
    [
      `update coupons set amount = 2000 where code = 'SAVE10'`,
      `update orders set ${replaced('coupon', '"amount":1000', '"amount":2000')}`,
      `update payments set ${replaced('prepared_order', '"amount":1000', '"amount":2000')}`,
    ],
    'coupon-discount',
  ],
  [
    'a coupon of more than a hundred percent',
    [`update coupons set amount = 10001 where code = 'ELITE5'`],
    'coupon',
  ],
  ['a coupon of a negative amount', [`update coupons set amount = -1 where code = 'PROMO20'`], 'coupon'],
  ['a coupon in lower case', [`update coupons set code = 'elite5' where code = 'ELITE5'`], 'coupon'],
  [
    'a coupon for no merchant',
    [`update coupons set merchant_ids = '[777]' where code = 'NORTHWIND15'`],
    'coupon',
  ],
  ['a coupon without a last day', [`update coupons set expires = 'never' where code = 'ELITE5'`], 'coupon'],
]

import type { Wire } from '@giftcards/contract'
import {
  type Address,
  type CardType,
  formatDollars,
  isFulfilled,
  type OrderPayment,
  orderMessages,
  type OrderView,
  toDollars,
} from '@giftcards/marketplace'
import { toCouponData } from './cart-to-wire.ts'

type Schemas = Wire.components['schemas']

/** The source of a card, by its type (decision: orders). */
const sourceCodes = {
  ecode: 'pre-owned',
  physical: 'pre-owned',
  newEcodeB2B: 'new',
  newEcodeAsPre: 'new',
} as const satisfies Record<CardType, string>

/** The description of a payment, by the leg that paid (decision: orders). */
const methodNames = {
  bank: 'ACH Bank Transfer',
  card: 'Credit Card',
  'store-credit': 'Store Credit',
  drawdown: 'Drawdown Account',
} as const satisfies Record<OrderPayment['paidBy'], string>

/** An order (spec 2.8). */
export function toOrder(order: OrderView): Schemas['Order'] {
  return {
    id: order.id,
    orderId: order.orderId,
    datePurchased: new Date(order.purchasedAt).toISOString(),
    status: order.status,
    message: orderMessages[order.status],
    fulfilled: isFulfilled(order),
    total: toOrderTotal(order),
    coupon: order.coupon === null ? {} : toCouponData(order.coupon),
    paymentDetails: toPaymentDescription(order.payment),
    shippingDetails: toShipping(order.shipping),
    cards: order.units.map((unit) => ({
      id: unit.id,
      fulfilled: unit.fulfilledAt !== null,
      merchantName: order.merchants.get(unit.merchantId)?.name ?? '',
      merchantImage: order.merchants.get(unit.merchantId)?.image ?? '',
      amount: { balance: toDollars(unit.faceValueCents), cost: toDollars(unit.unitCostCents) },
      type: unit.type,
      isLowRisk: unit.isLowRisk,
      sourceCode: sourceCodes[unit.type],
    })),
  }
}

/** The sums of an order (spec 2.8). */
export function toOrderTotal(order: OrderView): Schemas['OrderTotal'] {
  return {
    order: formatDollars(order.orderTotalCents),
    faceValue: formatDollars(order.faceValueCents),
    due: formatDollars(order.dueCents),
  }
}

function toPaymentDescription({
  paidBy,
  accountNumber,
  routingNumber,
}: OrderPayment): Schemas['PaymentDescription'] {
  return {
    method: methodNames[paidBy],
    ...(accountNumber === null ? {} : { accountNumber }),
    ...(routingNumber === null ? {} : { routingNumber }),
  }
}

function toShipping(address: Address): Schemas['OrderShipping'] {
  const { firstname, lastname, street, street2, city, state, postcode } = address
  return {
    name: `${firstname} ${lastname}`,
    address: street2 === undefined || street2 === '' ? street : `${street}, ${street2}`,
    city,
    state,
    zip: postcode,
    country: 'US',
  }
}

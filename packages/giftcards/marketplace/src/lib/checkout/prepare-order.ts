import type { BasketLine } from '../basket.ts'
import { couponDiscount } from '../coupons/coupon-discount.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { AppliedCoupon, Coupon } from '../model/coupon.ts'
import type { Address, Customer } from '../model/customer.ts'
import type { OrderUnit } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import { orderCourse } from '../orders/order-plan.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { PaymentPlan } from './payment-plan.ts'
import { type PricedUnit, priceBasket } from './price-basket.ts'

/** A basket whose cards are reserved, ready to be paid. */
export interface Basket {
  /** Of the order that it becomes. */
  readonly orderNumber: number
  readonly customer: Customer
  readonly lines: readonly BasketLine[]
  readonly drawn: PreparedOrder['drawn']
  readonly coupon: Coupon | null
  readonly plan: PaymentPlan
  readonly shipping: Address
}

/** Prices a reserved basket, and numbers the cards of its order. */
export async function prepareOrder(
  tx: StoreTransaction,
  ids: MarketplaceDeps['ids'],
  { orderNumber: id, customer, lines, drawn, coupon, plan, shipping }: Basket,
): Promise<PreparedOrder> {
  const priced = priceBasket(lines, coupon, plan.method)
  const merchants = await tx.findMerchants([...new Set(lines.map((line) => line.merchantId))])
  const applied = coupon && (await applyCoupon(tx, coupon, customer, lines))
  return {
    id,
    orderId: ids.uuid(`order:${id}`),
    customerId: customer.id,
    orderTotalCents: priced.orderTotalCents,
    faceValueCents: priced.faceValueCents,
    dueCents: priced.dueCents,
    coupon: applied,
    shipping,
    units: await numberUnits(tx, priced.units),
    method: plan.method,
    course: orderCourse([...merchants.values()].map((merchant) => merchant.course)),
    drawn,
  }
}

async function applyCoupon(
  tx: StoreTransaction,
  coupon: Coupon,
  customer: Customer,
  lines: readonly BasketLine[],
): Promise<AppliedCoupon> {
  const { discountCents, lines: discounted } = couponDiscount(coupon, lines)
  const usage = await tx.countCouponUsesBy(coupon.id, customer.id)
  return { coupon, discountCents, usage, lines: discounted }
}

async function numberUnits(
  tx: StoreTransaction,
  units: readonly PricedUnit[],
): Promise<readonly OrderUnit[]> {
  const [cardIds, internalIds] = await Promise.all([
    tx.nextNumbers('card', units.length),
    tx.nextNumbers('internalCard', units.length),
  ])
  return units.map(({ line, unitCostCents, couponShareCents, paymentShareCents }, index) => ({
    id: numberAt(cardIds, index),
    internalCardId: numberAt(internalIds, index),
    merchantId: line.merchantId,
    faceValueCents: line.faceValueCents,
    percentOffBps: line.percentOffBps,
    type: line.type,
    isLowRisk: line.isLowRisk,
    unitCostCents,
    couponShareCents,
    paymentShareCents,
    fulfilledAt: null,
    currentBalanceCents: line.faceValueCents,
    sealedSecrets: null,
  }))
}

function numberAt(numbers: readonly number[], index: number): number {
  const number = numbers[index]
  if (number === undefined) throw new Error('The store gave too few numbers')
  return number
}

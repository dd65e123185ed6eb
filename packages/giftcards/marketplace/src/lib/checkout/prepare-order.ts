import type { BasketLine } from '../basket.ts'
import { couponDiscount } from '../coupons/coupon-discount.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { AppliedCoupon, Coupon } from '../model/coupon.ts'
import type { Address, Customer } from '../model/customer.ts'
import type { OrderUnit } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import { orderCourse } from '../orders/order-plan.ts'
import type { OrderNumbers, StoreTransaction } from '../ports/store.ts'
import type { PaymentPlan } from './payment-plan.ts'
import { type PricedUnit, priceBasket } from './price-basket.ts'

/** A basket whose cards are reserved, ready to be paid. */
export interface Basket {
  /** Of the order that it becomes. */
  readonly numbers: OrderNumbers
  readonly customer: Customer
  readonly lines: readonly BasketLine[]
  readonly drawn: PreparedOrder['drawn']
  readonly coupon: Coupon | null
  readonly plan: PaymentPlan
  readonly shipping: Address
}

/** Prices a reserved basket, numbers its order and cards, and counts its use of a coupon. */
export async function prepareOrder(
  tx: StoreTransaction,
  ids: MarketplaceDeps['ids'],
  { numbers, customer, lines, drawn, coupon, plan, shipping }: Basket,
): Promise<PreparedOrder> {
  const priced = priceBasket(lines, coupon, plan.method)
  const id = numbers.order
  const merchants = await tx.findMerchants([...new Set(lines.map((line) => line.merchantId))])
  const applied = coupon && (await applyCoupon(tx, coupon, customer, lines))
  if (coupon !== null) await tx.insertCouponUse(coupon.id, customer.id, id)
  return {
    id,
    orderId: ids.uuid(`order:${id}`),
    customerId: customer.id,
    orderTotalCents: priced.orderTotalCents,
    faceValueCents: priced.faceValueCents,
    dueCents: priced.dueCents,
    coupon: applied,
    shipping,
    units: numberUnits(numbers, priced.units),
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
  const usage = (await tx.countCouponUsesBy(coupon.id, customer.id)) + 1
  return { coupon, discountCents, usage, lines: discounted }
}

function numberUnits(first: OrderNumbers, units: readonly PricedUnit[]): readonly OrderUnit[] {
  return units.map(({ line, unitCostCents, couponShareCents, paymentShareCents }, index) => ({
    id: first.card + index,
    internalCardId: first.internalCard + index,
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

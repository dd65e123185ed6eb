import type { BasketLine } from '../basket.ts'
import type { MarketplaceDeps } from '../deps.ts'
import { couponDiscount } from '../coupons/coupon-discount.ts'
import type { AppliedCoupon, Coupon } from '../model/coupon.ts'
import type { Address, Customer } from '../model/customer.ts'
import type { Order, OrderUnit } from '../model/order.ts'
import { orderCourse, planOrder } from '../orders/order-plan.ts'
import { hasPhysical } from '../orders/order-facts.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { type Outcome, done } from '../refusal.ts'
import type { PaymentPlan } from './payment-plan.ts'
import { type PricedUnit, priceBasket } from './price-basket.ts'
import { takePayment } from './take-payment.ts'

/** A basket whose cards are reserved, ready to be paid. */
export interface Basket {
  readonly customer: Customer
  readonly lines: readonly BasketLine[]
  readonly coupon: Coupon | null
  readonly plan: PaymentPlan
  readonly shipping: Address
}

/** Prices, pays and commits a reserved basket: the last steps of a checkout, in the caller's transaction (spec 4.6). */
export async function placeOrder(
  tx: StoreTransaction,
  { ids, gateway }: Pick<MarketplaceDeps, 'ids' | 'gateway'>,
  basket: Basket,
  now: number,
): Promise<Outcome<Order>> {
  const { customer, lines, coupon, plan } = basket
  const priced = priceBasket(lines, coupon, plan.method)
  const id = await tx.nextNumbers('order', 1)
  const orderId = ids.uuid(`order:${id}`)
  const taken = await takePayment(tx, gateway, customer, plan, priced.dueCents, `order:${orderId}`)
  if (taken.kind === 'refused') return taken
  const { returnedAfterMs } = taken.value
  const merchants = await tx.findMerchants([...new Set(lines.map((line) => line.merchantId))])
  const order: Order = {
    id,
    orderId,
    customerId: customer.id,
    purchasedAt: now,
    status: 'Processing',
    orderTotalCents: priced.orderTotalCents,
    faceValueCents: priced.faceValueCents,
    dueCents: priced.dueCents,
    coupon: await appliedCoupon(tx, coupon, basket),
    payment: taken.value.payment,
    shipping: basket.shipping,
    units: await numberUnits(tx, priced.units),
    plan: planOrder(
      now,
      orderCourse([...merchants.values()].map((merchant) => merchant.course)),
      hasPhysical(lines),
      returnedAfterMs === undefined ? undefined : now + returnedAfterMs,
    ),
    hold: taken.value.hold,
  }
  for (const line of lines) await tx.sellStock(line, line.quantity)
  await tx.insertOrder(order)
  if (coupon !== null) await tx.insertCouponUse(coupon.id, customer.id, id)
  return done(order)
}

async function appliedCoupon(
  tx: StoreTransaction,
  coupon: Coupon | null,
  { customer, lines }: Basket,
): Promise<AppliedCoupon | null> {
  if (coupon === null) return null
  const { discountCents, lines: discounted } = couponDiscount(coupon, lines)
  const usage = (await tx.countCouponUsesBy(coupon.id, customer.id)) + 1
  return { coupon, discountCents, usage, lines: discounted }
}

async function numberUnits(
  tx: StoreTransaction,
  units: readonly PricedUnit[],
): Promise<readonly OrderUnit[]> {
  const firstCard = await tx.nextNumbers('card', units.length)
  const firstInternal = await tx.nextNumbers('internalCard', units.length)
  return units.map(({ line, unitCostCents, couponShareCents, paymentShareCents }, index) => ({
    id: firstCard + index,
    internalCardId: firstInternal + index,
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

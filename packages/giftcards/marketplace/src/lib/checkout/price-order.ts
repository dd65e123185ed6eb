import { couponDiscount, couponUnitShares } from '../coupons/coupons.ts'
import type { Address, Customer } from '../model/accounts.ts'
import { type BasketLine, lineUnitCents, subtotalCents } from '../model/cart.ts'
import type { AppliedCoupon, Coupon } from '../model/coupon.ts'
import type { OrderUnit, PaymentMethod } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import { allocate, paymentDiscountCents } from '../money.ts'
import { orderCourse } from '../orders/place-order.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { PaymentPlan } from './judge-checkout.ts'

/** Reserved cards that are ready to be priced and paid. */
interface Basket {
  /** Of the order that it becomes. */
  readonly orderNumber: number
  readonly customer: Customer
  readonly lines: readonly BasketLine[]
  readonly drawn: PreparedOrder['drawn']
  readonly coupon: Coupon | null
  readonly plan: PaymentPlan
  readonly shipping: Address
}

/** Prices a reserved basket and numbers its cards: the order as it will be placed once it is paid. */
export async function priceOrder(
  tx: StoreTransaction,
  ids: MarketplaceDeps['ids'],
  { orderNumber: id, customer, lines, drawn, coupon, plan, shipping }: Basket,
): Promise<PreparedOrder> {
  const priced = priceBasket(lines, coupon, plan.method)
  const merchants = await tx.findMerchants([...new Set(lines.map((line) => line.merchantId))])
  const applied = coupon && (await describeCoupon(tx, coupon, customer, lines))
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

async function describeCoupon(
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

/** One card of a priced basket. */
export interface PricedUnit {
  readonly line: BasketLine
  readonly unitCostCents: number
  readonly couponShareCents: number
  readonly paymentShareCents: number
}

/** The price of a basket; all in cents (decision: money). */
export interface PricedBasket {
  readonly faceValueCents: number
  /** Σ lines − coupon. */
  readonly orderTotalCents: number
  readonly paymentDiscountCents: number
  /** `orderTotalCents − paymentDiscountCents`. */
  readonly dueCents: number
  readonly units: readonly PricedUnit[]
}

/** Prices a basket under a coupon and a payment method; the shares of the cards add up to the discounts exactly. */
export function priceBasket(
  lines: readonly BasketLine[],
  coupon: Coupon | null,
  method: PaymentMethod,
): PricedBasket {
  const couponCents = coupon === null ? 0 : couponDiscount(coupon, lines).discountCents
  const orderTotalCents = subtotalCents(lines) - couponCents
  const discountCents = paymentDiscountCents(orderTotalCents, method)
  const couponShares = couponUnitShares(coupon, lines)
  const costs = lines.flatMap((line) => Array.from({ length: line.quantity }, () => line))
  const shares = allocate(
    discountCents,
    costs.map((line, index) => lineUnitCents(line) - (couponShares[index] ?? 0)),
  )
  return {
    faceValueCents: lines.reduce((sum, line) => sum + line.faceValueCents * line.quantity, 0),
    orderTotalCents,
    paymentDiscountCents: discountCents,
    dueCents: orderTotalCents - discountCents,
    units: costs.map((line, index) => ({
      line,
      unitCostCents: lineUnitCents(line),
      couponShareCents: couponShares[index] ?? 0,
      paymentShareCents: shares[index] ?? 0,
    })),
  }
}

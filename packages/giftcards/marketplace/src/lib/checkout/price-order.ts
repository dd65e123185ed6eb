import { couponDiscount, couponUnitShares } from '../coupons/coupon-discount.ts'
import type { Address, Customer } from '../model/accounts.ts'
import { type CartLine, lineUnitCents } from '../model/cart.ts'
import type { AppliedCoupon, Coupon } from '../model/coupon.ts'
import type { OrderUnit, PaymentMethod } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import { findMerchantsOf } from '../model/stock.ts'
import { allocate, paymentDiscountCents } from '../money.ts'
import { orderFulfillment } from '../orders/place-order.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { PaymentPlan } from './judge-checkout.ts'

/** Reserved cards that are ready to be priced and paid. */
interface Basket {
  /** The id of the future order. */
  readonly orderNumber: number
  readonly customer: Customer
  readonly lines: readonly CartLine[]
  readonly drawn: PreparedOrder['drawn']
  readonly coupon: Coupon | null
  readonly plan: PaymentPlan
  readonly shipping: Address
}

/** Prices a reserved basket and numbers its cards. Returns the order to place once it is paid. */
export async function priceOrder(
  tx: StoreTransaction,
  ids: MarketplaceDeps['ids'],
  { orderNumber: id, customer, lines, drawn, coupon, plan, shipping }: Basket,
): Promise<PreparedOrder> {
  const { faceValueCents, orderTotalCents, dueCents, units } = priceBasket(lines, coupon, plan.method)
  const merchants = await findMerchantsOf(tx, lines)
  const applied = coupon && (await describeCoupon(tx, coupon, customer, lines))
  return {
    id,
    orderId: ids.uuid(`order:${id}`),
    customerId: customer.id,
    orderTotalCents,
    faceValueCents,
    dueCents,
    coupon: applied,
    shipping,
    units: await numberUnits(tx, units),
    method: plan.method,
    fulfillment: orderFulfillment([...merchants.values()].map((merchant) => merchant.fulfillment)),
    drawn,
  }
}

async function describeCoupon(
  tx: StoreTransaction,
  coupon: Coupon,
  customer: Customer,
  lines: readonly CartLine[],
): Promise<AppliedCoupon> {
  const { discountCents, lines: discounted } = couponDiscount(coupon, lines)
  const usage = await tx.countCouponUsesBy(coupon.id, customer.id)
  return { coupon, discountCents, usage, lines: discounted }
}

async function numberUnits(
  tx: StoreTransaction,
  units: readonly PricedUnit[],
): Promise<readonly OrderUnit[]> {
  const numbers = await tx.nextNumbers(['card', 'internalCard'], units.length)
  return units.map(({ line, unitCostCents, couponShareCents, paymentShareCents }, index) => ({
    id: numberAt(numbers.card, index),
    internalCardId: numberAt(numbers.internalCard, index),
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
  if (number === undefined) throw new Error('The store returned too few numbers')
  return number
}

/** One card of a priced basket. */
interface PricedUnit {
  readonly line: CartLine
  readonly unitCostCents: number
  readonly couponShareCents: number
  readonly paymentShareCents: number
}

/** The price of a basket; all in cents (decision: money). */
interface PricedBasket {
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
  lines: readonly CartLine[],
  coupon: Coupon | null,
  method: PaymentMethod,
): PricedBasket {
  const couponShares = coupon === null ? [] : couponUnitShares(coupon, lines)
  const units = lines
    .flatMap((line) => Array.from({ length: line.quantity }, () => line))
    .map((line, index) => ({
      line,
      unitCostCents: lineUnitCents(line),
      couponShareCents: couponShares[index] ?? 0,
    }))
  const costs = units.map((unit) => unit.unitCostCents - unit.couponShareCents)
  const orderTotalCents = costs.reduce((sum, cents) => sum + cents, 0)
  const discountCents = paymentDiscountCents(orderTotalCents, method)
  const paymentShares = allocate(discountCents, costs)
  return {
    faceValueCents: lines.reduce((sum, line) => sum + line.faceValueCents * line.quantity, 0),
    orderTotalCents,
    paymentDiscountCents: discountCents,
    dueCents: orderTotalCents - discountCents,
    units: units.map((unit, index) => ({ ...unit, paymentShareCents: paymentShares[index] ?? 0 })),
  }
}

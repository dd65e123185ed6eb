import { type BasketLine, lineUnitCents, subtotalCents } from '../basket.ts'
import { couponDiscount, couponUnitShares } from '../coupons/coupon-discount.ts'
import type { Coupon } from '../model/coupon.ts'
import type { PaymentMethod } from '../model/order.ts'
import { allocate } from '../money/allocate.ts'
import { paymentDiscountCents } from '../money/payment-discount.ts'

/** One card of a priced basket. */
export interface PricedUnit {
  readonly line: BasketLine
  readonly unitCostCents: number
  readonly couponShareCents: number
  readonly paymentShareCents: number
}

/** What a basket comes to; all in cents (decision: money). */
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

import { type CartLine, lineUnitCents, subtotalCents } from '../model/cart.ts'
import type { Coupon, CouponLine } from '../model/coupon.ts'
import { allocate, percentageOf } from '../money.ts'

/** A coupon's discount on some lines, in cents, and why it may be less than the customer expects. */
export interface CouponDiscount {
  readonly discountCents: number
  /** Only lines with a discount. */
  readonly lines: readonly CouponLine[]
  readonly warning: string | null
}

/** Whether a line's merchant and card type are among the coupon's. */
export function isLineEligible(coupon: Coupon, line: CartLine): boolean {
  return (
    (coupon.merchantIds === null || coupon.merchantIds.includes(line.merchantId)) &&
    (coupon.cardTypes === null || coupon.cardTypes.includes(line.type))
  )
}

/** The coupon's discount on these lines (decision: coupons). */
export function couponDiscount(coupon: Coupon, lines: readonly CartLine[]): CouponDiscount {
  const shares = couponUnitShares(coupon, lines)
  let from = 0
  const discounts = lines.map(({ id: lineId, quantity }) => {
    const discountCents = shares.slice(from, (from += quantity)).reduce((a, b) => a + b, 0)
    // The average of the line's cards, rounded half up.
    const perCardDiscountCents = Math.floor((2 * discountCents + quantity) / (2 * quantity))
    return { lineId, perCardDiscountCents, discountCents }
  })
  return {
    discountCents: shares.reduce((a, b) => a + b, 0),
    lines: discounts.filter((line) => line.discountCents > 0),
    warning: warningOf(coupon, lines),
  }
}

function warningOf(coupon: Coupon, lines: readonly CartLine[]): string | null {
  const eligible = lines.filter((line) => isLineEligible(coupon, line))
  const subtotal = subtotalCents(eligible)
  if (subtotal === 0 || subtotal < coupon.minimumSubtotalCents)
    return 'Coupon no longer applies to any card in the cart'
  if (eligible.length < lines.length) return 'Coupon does not apply to every card in the cart'
  if (coupon.type !== 'P' && coupon.amount > subtotal)
    return 'Coupon amount is limited to the price of the cards'
  return null
}

/**
 * Each card's share of the coupon, in the order of the lines. An amount is divided over cards, not lines; the shares add up
 * to the discount exactly (decision: money 4).
 */
export function couponUnitShares(coupon: Coupon, lines: readonly CartLine[]): readonly number[] {
  // A card that the coupon does not apply to has no weight, so it gets no share.
  const costs = lines.flatMap((line) =>
    Array.from({ length: line.quantity }, () => (isLineEligible(coupon, line) ? lineUnitCents(line) : 0)),
  )
  const subtotal = costs.reduce((a, b) => a + b, 0)
  if (subtotal < coupon.minimumSubtotalCents) return costs.map(() => 0)
  return coupon.type === 'P'
    ? costs.map((cents) => percentageOf(cents, coupon.amount))
    : allocate(Math.min(coupon.amount, subtotal), costs)
}

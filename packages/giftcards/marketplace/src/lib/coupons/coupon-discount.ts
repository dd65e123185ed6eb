import { type BasketLine, lineUnitCents, subtotalCents } from '../basket.ts'
import type { Coupon, CouponLine } from '../model/coupon.ts'
import { allocate } from '../money/allocate.ts'
import { percentageOf } from '../money/percentage.ts'

/** A coupon's discount on a basket, in cents, and why it may be less than its holder expects. */
export interface CouponDiscount {
  readonly discountCents: number
  /** Only lines with a discount. */
  readonly lines: readonly CouponLine[]
  readonly warning: string | null
}

/** Whether a line's merchant and card type are among the coupon's. */
export function isLineEligible(coupon: Coupon, line: BasketLine): boolean {
  return (
    (coupon.merchantIds === null || coupon.merchantIds.includes(line.merchantId)) &&
    (coupon.cardTypes === null || coupon.cardTypes.includes(line.type))
  )
}

/** The coupon's discount on these lines (decision: coupons). */
export function couponDiscount(coupon: Coupon, lines: readonly BasketLine[]): CouponDiscount {
  const eligible = lines.filter((line) => isLineEligible(coupon, line))
  const subtotal = subtotalCents(eligible)
  if (subtotal === 0 || subtotal < coupon.minimumSubtotalCents) {
    return { discountCents: 0, lines: [], warning: 'Coupon no longer applies to any card in the cart' }
  }
  const discounted =
    coupon.type === 'P' ? byPercentage(coupon, eligible) : byAmount(coupon, eligible, subtotal)
  return {
    discountCents: discounted.reduce((sum, line) => sum + line.discountCents, 0),
    lines: discounted.filter((line) => line.discountCents > 0),
    warning: warningOf(coupon, eligible.length < lines.length, subtotal),
  }
}

function byPercentage(coupon: Coupon, eligible: readonly BasketLine[]): CouponLine[] {
  return eligible.map((line) => {
    const perCardDiscountCents = percentageOf(lineUnitCents(line), coupon.amount)
    return { lineId: line.id, perCardDiscountCents, discountCents: perCardDiscountCents * line.quantity }
  })
}

/** The amount is shared over units, not lines, so that each card's share is exact. */
function byAmount(coupon: Coupon, eligible: readonly BasketLine[], subtotal: number): CouponLine[] {
  const units = eligible.flatMap((line) => Array.from({ length: line.quantity }, () => lineUnitCents(line)))
  const shares = allocate(Math.min(coupon.amount, subtotal), units)
  let from = 0
  return eligible.map((line) => {
    const discountCents = shares.slice(from, (from += line.quantity)).reduce((a, b) => a + b, 0)
    const perCardDiscountCents = Math.floor((2 * discountCents + line.quantity) / (2 * line.quantity))
    return { lineId: line.id, perCardDiscountCents, discountCents }
  })
}

function warningOf(coupon: Coupon, someIneligible: boolean, subtotal: number): string | null {
  if (someIneligible) return 'Coupon does not apply to every card in the cart'
  if (coupon.type !== 'P' && coupon.amount > subtotal)
    return 'Coupon amount is limited to the price of the cards'
  return null
}

/** Each unit's share of the coupon, in the order of the lines' units; Σ = the discount, exactly (decision: money 4). */
export function couponUnitShares(coupon: Coupon | null, lines: readonly BasketLine[]): number[] {
  if (coupon === null) return lines.flatMap((line) => Array.from({ length: line.quantity }, () => 0))
  const discount = couponDiscount(coupon, lines)
  const byLine = new Map(discount.lines.map((line) => [line.lineId, line]))
  const eligible = lines.filter((line) => isLineEligible(coupon, line))
  const amountShares =
    coupon.type === 'P' || discount.discountCents === 0
      ? []
      : allocate(
          discount.discountCents,
          eligible.flatMap((line) => Array.from({ length: line.quantity }, () => lineUnitCents(line))),
        )
  let from = 0
  return lines.flatMap((line) => {
    const applied = byLine.get(line.id)
    if (coupon.type === 'P' || amountShares.length === 0 || !eligible.includes(line)) {
      return Array.from({ length: line.quantity }, () => applied?.perCardDiscountCents ?? 0)
    }
    return amountShares.slice(from, (from += line.quantity))
  })
}

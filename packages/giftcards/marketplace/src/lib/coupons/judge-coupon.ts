import { type BasketLine, subtotalCents } from '../basket.ts'
import type { Coupon } from '../model/coupon.ts'
import type { StoreReader } from '../ports/store.ts'
import { isLineEligible } from './coupon-discount.ts'

/** One spelling of a coupon code (decision: coupons). */
export function canonicalCode(code: string): string {
  return code.trim().toUpperCase()
}

/** Last moment of a coupon's validity: the end of its day in UTC, milliseconds since the epoch. */
export function expiryOf(coupon: Pick<Coupon, 'expires'>): number {
  const [month, day, year] = coupon.expires.split('/').map(Number)
  return Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + 1) - 1
}

/** Why a coupon that exists may not be used. */
export type CouponObjection =
  'coupon_not_yet_active' | 'coupon_expired' | 'coupon_used_up' | 'coupon_not_eligible'

/** Why a coupon may not be used by this customer on these lines; `undefined` where it may (spec 4.5). */
export async function judgeCoupon(
  tx: StoreReader,
  coupon: Coupon,
  lines: readonly BasketLine[],
  customerId: number | null,
  now: number,
): Promise<CouponObjection | undefined> {
  if (coupon.startsAt !== null && now < coupon.startsAt) return 'coupon_not_yet_active'
  if (now > expiryOf(coupon)) return 'coupon_expired'
  if (await isUsedUp(tx, coupon, customerId)) return 'coupon_used_up'
  const customer = customerId === null ? undefined : await tx.findCustomer(customerId)
  const eligible = lines.filter((line) => isLineEligible(coupon, line))
  const isEligible =
    (!coupon.eliteOnly || customer?.isElite === true) &&
    eligible.length > 0 &&
    subtotalCents(eligible) >= coupon.minimumSubtotalCents
  return isEligible ? undefined : 'coupon_not_eligible'
}

async function isUsedUp(tx: StoreReader, coupon: Coupon, customerId: number | null): Promise<boolean> {
  if (coupon.usesInTotal !== null && (await tx.countCouponUses(coupon.id)) >= coupon.usesInTotal) return true
  if (coupon.usesPerAccount === null) return false
  const uses = customerId === null ? 0 : await tx.countCouponUsesBy(coupon.id, customerId)
  return uses >= coupon.usesPerAccount
}

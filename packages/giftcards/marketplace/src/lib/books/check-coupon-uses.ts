import type { CouponUse, StoreReader } from '../ports/store.ts'
import { everyPage } from './every-page.ts'
import type { OrderClaims } from './order-claims.ts'

/** Whether each use of a coupon is of one live order or pending payment, and no coupon is used too often (decision: coupons). */
export async function checkCouponUses(
  reader: StoreReader,
  { couponUses, coupons }: Pick<OrderClaims, 'couponUses' | 'coupons'>,
): Promise<readonly string[]> {
  const broken: string[] = []
  const missing = new Map(couponUses)
  const counts = new Map<string, number>()
  const count = (name: string): number => {
    const counted = (counts.get(name) ?? 0) + 1
    counts.set(name, counted)
    return counted
  }
  const list = (after: number, limit: number) => reader.listCouponUses(after, limit)
  const judge = (use: CouponUse): void => {
    const { orderId, couponId, customerId } = use
    const claim = missing.get(orderId)
    missing.delete(orderId)
    if (claim === undefined) {
      broken.push(
        `Order ${orderId} uses coupon ${couponId}, but is no live order or pending payment with a coupon`,
      )
    } else if (!isSameUse(claim, use)) {
      broken.push(
        `${claim.by} has coupon ${claim.couponId}, but coupon ${couponId} of customer ${customerId} is used`,
      )
    }
    const coupon = coupons.get(couponId)
    if (count(`${couponId}`) > (coupon?.usesInTotal ?? Infinity)) {
      broken.push(`Coupon ${couponId} is used too often in total, by order ${orderId}`)
    }
    if (count(`${couponId}/${customerId}`) > (coupon?.usesPerAccount ?? Infinity)) {
      broken.push(`Coupon ${couponId} is used too often by customer ${customerId}, by order ${orderId}`)
    }
  }
  for await (const page of everyPage(list, ({ orderId }) => orderId)) page.forEach(judge)
  for (const { by, couponId } of missing.values())
    broken.push(`${by} has coupon ${couponId}, but no use of it`)
  return broken
}

function isSameUse(a: Omit<CouponUse, 'orderId'>, b: Omit<CouponUse, 'orderId'>): boolean {
  return a.couponId === b.couponId && a.customerId === b.customerId
}

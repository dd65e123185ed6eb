import { lineUnitCents } from '../basket.ts'
import { couponDiscount } from '../coupons/coupon-discount.ts'
import type { Cart, CartLine } from '../model/cart.ts'
import type { AppliedCoupon } from '../model/coupon.ts'
import type { Merchant } from '../model/merchant.ts'
import type { CartWithMerchants, StoreReader } from '../ports/store.ts'

/** A line of a cart with what a reader of it needs. */
export interface CartLineView extends CartLine {
  readonly merchant: Merchant
  readonly unitCostCents: number
}

/** A cart as it is shown: priced, with its coupon computed on the current lines. */
export interface CartView {
  readonly id: string
  readonly lines: readonly CartLineView[]
  readonly coupon: AppliedCoupon | null
  /** Why the coupon gives less than it could; `null` where it does not. */
  readonly warning: string | null
}

/** Prices a cart and computes its coupon (spec 2.2, 2.3, 2.5). */
export async function viewCart(tx: StoreReader, cart: Cart): Promise<CartView> {
  const merchants = await tx.findMerchants([...new Set(cart.lines.map((line) => line.merchantId))])
  return viewWithCoupon(tx, { cart, merchants })
}

/** The same, of a cart that was found with its merchants. */
export async function viewWithCoupon(tx: StoreReader, found: CartWithMerchants): Promise<CartView> {
  const { cart } = found
  const view = viewWithoutCoupon(found)
  const coupon = cart.couponCode === null ? undefined : await tx.findCoupon(cart.couponCode)
  if (coupon === undefined) return view
  const { warning, ...discount } = couponDiscount(coupon, cart.lines)
  const { owner } = cart
  const earlier = owner.kind === 'customer' ? await tx.countCouponUsesBy(coupon.id, owner.customerId) : 0
  return { ...view, coupon: { coupon, ...discount, usage: earlier + 1 }, warning }
}

/** Prices a cart that has no coupon (spec 2.2, 2.3). */
export function viewWithoutCoupon({ cart, merchants }: CartWithMerchants): CartView {
  const lines = cart.lines.map((line) => {
    const merchant = merchants.get(line.merchantId)
    if (merchant === undefined)
      throw new Error(`Stock of an unknown merchant ${line.merchantId} is in a cart`)
    return { ...line, merchant, unitCostCents: lineUnitCents(line) }
  })
  return { id: cart.id, lines, coupon: null, warning: null }
}

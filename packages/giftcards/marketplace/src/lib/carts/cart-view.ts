import { couponDiscount } from '../coupons/coupon-discount.ts'
import { type Cart, type CartLine, type CartWithMerchants, lineUnitCents } from '../model/cart.ts'
import type { AppliedCoupon } from '../model/coupon.ts'
import { findMerchantsOf, type Merchant } from '../model/stock.ts'
import type { StoreReader } from '../ports/store.ts'

/** A line of a cart for display: with its merchant and price. */
export interface CartLineView extends CartLine {
  readonly merchant: Merchant
  readonly unitCostCents: number
}

/** A cart for display: priced, with its coupon computed on the current lines. */
export interface CartView {
  readonly id: string
  readonly lines: readonly CartLineView[]
  readonly coupon: AppliedCoupon | null
  /** Why the coupon gives less than it could; `null` if it gives its full discount. */
  readonly warning: string | null
}

/** Loads the merchants of a cart, prices it and computes its coupon (spec 2.2, 2.3, 2.5). */
export async function viewCart(tx: StoreReader, cart: Cart): Promise<CartView> {
  const merchants = await findMerchantsOf(tx, cart.lines)
  return viewWithCoupon(tx, { cart, merchants })
}

/** Shows a cart that was found with its merchants, coupon included. */
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

/** A cart for display, with its owner and its expiry. */
export interface LiveCart extends CartView, Pick<Cart, 'owner' | 'expiresAt'> {}

/**
 * Returns the carts that have not expired at `now`, last changed first, at most `limit`; `count` is the total (decision:
 * sandbox).
 */
export async function listCarts(
  tx: StoreReader,
  now: number,
  limit: number,
): Promise<{ readonly carts: readonly LiveCart[]; readonly count: number }> {
  const carts: LiveCart[] = []
  for (const cart of await tx.listLiveCarts(now, limit)) {
    carts.push({ ...(await viewCart(tx, cart)), owner: cart.owner, expiresAt: cart.expiresAt })
  }
  return { carts, count: await tx.countLiveCarts(now) }
}

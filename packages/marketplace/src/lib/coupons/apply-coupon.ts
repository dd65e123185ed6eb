import type { CartView } from '../carts/cart-view.ts'
import { changeCart } from '../carts/change-cart.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import { canonicalCode, judgeCoupon } from './judge-coupon.ts'

/** Applies one coupon to the caller's cart; a second one, the same included, is refused (spec 3.1, 4.5). */
export function applyCoupon(
  deps: MarketplaceDeps,
  caller: Caller,
  cartId: string,
  code: string,
): Promise<Outcome<{ readonly cart: CartView }>> {
  return changeCart(deps, caller, cartId, async (tx, cart, now) => {
    if (cart.couponCode !== null) return refused('coupon_already_applied')
    const coupon = await tx.findCoupon(canonicalCode(code))
    if (coupon === undefined) return refused('coupon_not_found')
    const objection = await judgeCoupon(tx, coupon, cart.lines, caller.customerId, now)
    if (objection !== undefined) return refused(objection)
    await tx.updateCart(cart.id, { couponCode: coupon.code })
    return done({})
  })
}

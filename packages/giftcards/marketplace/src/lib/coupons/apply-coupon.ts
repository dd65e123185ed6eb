import type { CartView } from '../carts/cart-view.ts'
import { changeCart } from '../carts/change-cart.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import { findNamedCoupon, guessLocksOf, throttleCoupons } from './coupon-throttle.ts'
import { type CouponObjection, judgeCoupon } from './judge-coupon.ts'

/**
 * Applies one coupon to the caller's cart; a second one, the same included, is refused (spec 3.1, 4.5). Who names too
 * many unknown codes waits before the next one is judged (decision: security).
 */
export function applyCoupon(
  deps: MarketplaceDeps,
  caller: Caller,
  cartId: string,
  code: string,
): Promise<
  Outcome<
    { readonly cart: CartView },
    'cart_not_found' | 'coupon_throttled' | 'coupon_already_applied' | 'coupon_not_found' | CouponObjection
  >
> {
  return changeCart(
    deps,
    caller,
    cartId,
    async (tx, cart, now) => {
      const throttled = await throttleCoupons(tx, caller, now)
      if (throttled !== undefined) return throttled
      if (cart.couponCode !== null) return refused('coupon_already_applied')
      const coupon = await findNamedCoupon(tx, caller, code, now)
      if (coupon === undefined) return refused('coupon_not_found')
      const objection = await judgeCoupon(tx, coupon, cart.lines, caller.customerId, now)
      if (objection !== undefined) return refused(objection)
      await tx.updateCart(cart.id, { couponCode: coupon.code })
      return done({})
    },
    guessLocksOf(caller),
  )
}

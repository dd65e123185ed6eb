import type { CartView } from '../carts/cart-view.ts'
import { changeCart } from '../carts/carts.ts'
import type { Caller } from '../model/accounts.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import { done, type Outcome, refused } from '../refusal.ts'
import {
  canonicalCode,
  type CouponObjection,
  findNamedCoupon,
  guessLocksOf,
  judgeCoupon,
  throttleCoupons,
} from './coupons.ts'

/**
 * Applies one coupon to the caller's cart; a second one, the same included, is refused (spec 3.1, 4.5). A
 * caller who has named too many unknown codes has to wait (decision: security).
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

/** Removes the applied coupon from the caller's cart (spec 3.1, 4.5). */
export function removeCoupon(
  deps: MarketplaceDeps,
  caller: Caller,
  cartId: string,
  code: string,
): Promise<Outcome<{ readonly cart: CartView }, 'cart_not_found' | 'coupon_not_applied'>> {
  return changeCart(deps, caller, cartId, async (tx, cart) => {
    if (cart.couponCode === null || cart.couponCode !== canonicalCode(code))
      return refused('coupon_not_applied')
    await tx.updateCart(cart.id, { couponCode: null })
    return done({})
  })
}

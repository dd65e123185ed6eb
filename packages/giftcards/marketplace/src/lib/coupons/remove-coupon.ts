import type { CartView } from '../carts/cart-view.ts'
import { changeCart } from '../carts/change-cart.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import { canonicalCode } from './judge-coupon.ts'

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

import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import type { Cart } from '../model/cart.ts'
import { type CartView, viewCart, viewWithoutCoupon } from './cart-view.ts'
import { ownerOf, releaseCart } from './live-cart.ts'

/** Creates the caller's buy cart, or answers the active one unchanged (spec 3.1, 4.4). */
export async function createCart(
  { store, clock, ids, settings }: MarketplaceDeps,
  caller: Caller,
): Promise<{ readonly cart: CartView; readonly isNew: boolean }> {
  const owner = ownerOf(caller)
  const seen = await store.ask((tx) => tx.findCartWithMerchants(owner))
  // What a coupon takes off needs more than one question.
  if (seen !== undefined && seen.cart.expiresAt > clock.now() && seen.cart.couponCode === null)
    return { cart: viewWithoutCoupon(seen), isNew: false }
  return store.transaction(async (tx) => {
    const now = clock.now()
    const active = await tx.findCartOf(owner)
    if (active !== undefined && active.expiresAt > now)
      return { cart: await viewCart(tx, active), isNew: false }
    if (active !== undefined) await releaseCart(tx, active)
    const cart: Cart = {
      id: ids.uuid(`cart:${await tx.nextNumbers('cart', 1)}`),
      owner,
      couponCode: null,
      lines: [],
      expiresAt: now + settings.cartTtlMs,
    }
    await tx.insertCart(cart)
    return { cart: { id: cart.id, lines: [], coupon: null, warning: null }, isNew: true }
  })
}

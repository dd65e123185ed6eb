import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import type { Cart } from '../model/cart.ts'
import { type CartView, viewCart } from './cart-view.ts'
import { ownerOf, releaseCart } from './live-cart.ts'

/** Creates the caller's buy cart, or answers the active one unchanged (spec 3.1, 4.4). */
export function createCart(
  { store, clock, ids, settings }: MarketplaceDeps,
  caller: Caller,
): Promise<{ readonly cart: CartView; readonly isNew: boolean }> {
  return store.transaction(async (tx) => {
    const now = clock.now()
    const owner = ownerOf(caller)
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

import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import type { Cart, CartOwner } from '../model/cart.ts'
import { type CartView, viewCart, viewWithoutCoupon } from './cart-view.ts'
import { ownerOf, releaseCart } from './live-cart.ts'

/** Creates the caller's buy cart, or answers the active one unchanged (spec 3.1, 4.4). */
export async function createCart(
  { store, clock, ids, settings }: MarketplaceDeps,
  caller: Caller,
): Promise<{ readonly cart: CartView; readonly isNew: boolean }> {
  const owner = ownerOf(caller)
  const shown = await showActive({ store, clock }, owner)
  if (shown !== undefined) return { cart: shown, isNew: false }
  return store.transaction(async (tx) => {
    await tx.lock(owner)
    const now = clock.now()
    const active = await tx.findCartOf(owner)
    // Another request may have made one meanwhile.
    if (active !== undefined && active.expiresAt > now)
      return { cart: await viewCart(tx, active), isNew: false }
    if (active !== undefined) await releaseCart(tx, active)
    const cart: Cart = {
      id: ids.next('cart'),
      owner,
      couponCode: null,
      lines: [],
      expiresAt: now + settings.cartTtlMs,
    }
    await tx.insertCart(cart)
    return { cart: { id: cart.id, lines: [], coupon: null, warning: null }, isNew: true }
  })
}

/** The active cart of an owner as it is shown, which changes nothing; `undefined` where there is none. */
async function showActive(
  { store, clock }: Pick<MarketplaceDeps, 'store' | 'clock'>,
  owner: CartOwner,
): Promise<CartView | undefined> {
  const now = clock.now()
  const seen = await store.ask((tx) => tx.findCartWithMerchants(owner))
  if (seen === undefined || seen.cart.expiresAt <= now) return undefined
  if (seen.cart.couponCode === null) return viewWithoutCoupon(seen)
  // What a coupon takes off needs more than one question.
  return store.read(async (tx) => {
    const active = await tx.findCartOf(owner)
    return active !== undefined && active.expiresAt > now ? viewCart(tx, active) : undefined
  })
}

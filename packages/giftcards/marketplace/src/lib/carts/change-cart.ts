import { isCountedGuess } from '../coupons/coupon-throttle.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import type { Cart } from '../model/cart.ts'
import { settleAccount } from '../orders/settle-account.ts'
import type { Lock, StoreTransaction } from '../ports/store.ts'
import { isDone, type Outcome, type RefusalKind, type Refused, refused } from '../refusal.ts'
import { type CartView, viewWithCoupon } from './cart-view.ts'
import { findOwnCart, ownerOf } from './live-cart.ts'

/** What a change did, beside the cart as it is afterwards. */
export type CartChange<More, Kind extends RefusalKind> = (
  tx: StoreTransaction,
  cart: Cart,
  now: number,
) => Promise<Outcome<More, Kind>>

/** The changed cart, or why it was not changed. */
export type CartChanged<More, Kind extends RefusalKind> =
  Outcome<More & { readonly cart: CartView }, Kind> | Refused<'cart_not_found'>

/**
 * Runs one change of the caller's cart in one transaction: finds the cart, changes it, slides its expiry, and shows it.
 * A refusal changes nothing of it. `locks` are held beside the cart's.
 */
export async function changeCart<More, Kind extends RefusalKind>(
  deps: MarketplaceDeps,
  caller: Caller,
  cartId: string,
  change: CartChange<More, Kind>,
  locks: readonly Lock[] = [],
): Promise<CartChanged<More, Kind>> {
  const { store, clock, settings } = deps
  const { customerId } = caller
  const attempt = () =>
    store.transaction<CartChanged<More, Kind>>(async (tx) => {
      await tx.lock(ownerOf(caller), ...locks)
      const now = clock.now()
      const cart = await findOwnCart(tx, caller, cartId, now)
      if (cart === undefined) return refused('cart_not_found')
      const outcome = await change(tx, cart, now)
      if (outcome.kind === 'refused') return outcome
      await tx.updateCart(cart.id, { expiresAt: now + settings.cartTtlMs })
      const changed = await tx.findCartWithMerchants(cart.owner)
      if (changed === undefined) throw new Error('A cart vanished while it was changed')
      return { kind: 'done', value: { ...outcome.value, cart: await viewWithCoupon(tx, changed) } }
    }, isToKeep)
  const outcome = await attempt()
  if (customerId === null || isToKeep(outcome)) return outcome
  // What was missing may be what an order has given back that is canceled by now.
  return (await settleAccount(deps, customerId)) ? attempt() : outcome
}

const isToKeep = (outcome: Outcome<unknown, RefusalKind>): boolean =>
  isDone(outcome) || isCountedGuess(outcome)

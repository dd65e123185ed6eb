import type { Caller } from '../model/accounts.ts'
import { type Cart, type CartOwner, ownerText } from '../model/cart.ts'
import { countByBucket, type StockKey } from '../model/stock.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { Lock, StoreReader, StoreTransaction } from '../ports/store.ts'
import { type Outcome, type RefusalKind, type Refused, kept, refused } from '../refusal.ts'
import { type CartView, viewCart, viewWithCoupon, viewWithoutCoupon } from './cart-view.ts'

/** Creates the caller's cart, or returns the active one unchanged (spec 3.1, 4.4). */
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
    // Another request may have created one meanwhile.
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

/** The active cart of an owner, for display; `undefined` if there is none. Reads only. */
async function showActive(
  { store, clock }: Pick<MarketplaceDeps, 'store' | 'clock'>,
  owner: CartOwner,
): Promise<CartView | undefined> {
  const now = clock.now()
  const seen = await store.readOne((tx) => tx.findCartWithMerchants(owner))
  if (seen === undefined || seen.cart.expiresAt <= now) return undefined
  if (seen.cart.couponCode === null) return viewWithoutCoupon(seen)
  // Reading a coupon takes more than one statement.
  return store.read((tx) => viewWithCoupon(tx, seen))
}

/** Changes a cart. `changeCart` returns its value together with the changed cart. */
type CartChange<More, Kind extends RefusalKind> = (
  tx: StoreTransaction,
  cart: Cart,
  now: number,
) => Promise<Outcome<More, Kind>>

/** The changed cart, or the reason for the refusal. */
type CartChanged<More, Kind extends RefusalKind> =
  Outcome<More & { readonly cart: CartView }, Kind> | Refused<'cart_not_found'>

/**
 * Runs one change of the caller's cart in one transaction: finds the cart, changes it, slides its expiry, and shows it.
 * A refusal leaves the cart as it was. `locks` are held in addition to the lock of the cart's owner.
 */
export async function changeCart<More, Kind extends RefusalKind>(
  deps: MarketplaceDeps,
  caller: Caller,
  cartId: string,
  change: CartChange<More, Kind>,
  locks: readonly Lock[] = [],
): Promise<CartChanged<More, Kind>> {
  const { store, clock, settings } = deps
  type Changed = CartChanged<More, Kind>
  const result = await store.transaction<Changed | { readonly kept: Changed }>(async (tx) => {
    await tx.lock(ownerOf(caller), ...locks)
    const now = clock.now()
    const cart = await findOwnCart(tx, caller, cartId, now)
    if (cart === undefined) return refused('cart_not_found')
    const outcome = await change(tx, cart, now)
    if (outcome.kind === 'refused')
      // An unknown coupon code stays counted as a guess.
      return outcome.refusal.kind === 'coupon_not_found' ? kept(outcome) : outcome
    await tx.updateCart(cart.id, { expiresAt: now + settings.cartTtlMs })
    const changed = await tx.findCartWithMerchants(cart.owner)
    if (changed === undefined) throw new Error('A cart was removed while it was changed')
    return { kind: 'done', value: { ...outcome.value, cart: await viewWithCoupon(tx, changed) } }
  })
  return 'kept' in result ? result.kept : result
}

/** The owner of a caller's carts: the session until login, the customer afterwards (decision: carts). */
export function ownerOf(caller: Caller): CartOwner {
  return caller.customerId === null
    ? { kind: 'session', sessionId: caller.sessionId }
    : { kind: 'customer', customerId: caller.customerId }
}

/** Finds the caller's own cart unless it has expired. Unknown, expired and other owners' carts look the same. */
export async function findOwnCart(
  tx: StoreReader,
  caller: Caller,
  cartId: string,
  now: number,
): Promise<Cart | undefined> {
  const cart = await tx.findCart(cartId)
  const isOwn = cart !== undefined && ownerText(cart.owner) === ownerText(ownerOf(caller))
  return isOwn && cart.expiresAt > now ? cart : undefined
}

/** Releases the cards that a cart has reserved, and removes the cart. */
export async function releaseCart(tx: StoreTransaction, cart: Cart): Promise<void> {
  for (const { bucket, count } of countByBucket(cart.lines)) await tx.releaseStock(bucket, count)
  await tx.deleteCart(cart.id)
}

/** The most lines of expired carts that one request releases. */
const mostLines = 100

/** Reserves up to `count` cards of a bucket; returns how many. If too few are free, releases those of expired carts. */
export async function reserveFromBucket(
  tx: StoreTransaction,
  key: StockKey,
  count: number,
  now: number,
): Promise<number> {
  const got = await tx.reserveStock(key, count)
  if (got === count || (await tx.reclaimStock(key, now, mostLines)) === 0) return got
  return got + (await tx.reserveStock(key, count - got))
}

/** The most carts that one sweep releases, so that its transaction stays short. */
const batchSize = 200

/** Releases expired carts, the longest expired first; returns the number of carts. */
export function sweep({ store, clock }: Pick<MarketplaceDeps, 'store' | 'clock'>): Promise<number> {
  return store.transaction((tx) => tx.deleteExpiredCarts(clock.now(), batchSize))
}

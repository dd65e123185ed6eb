import type { Caller } from '../model/caller.ts'
import type { Cart, CartOwner } from '../model/cart.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'

/** Who owns the carts of a caller: the session until login, the customer afterwards (decision: carts). */
export function ownerOf(caller: Caller): CartOwner {
  return caller.customerId === null
    ? { kind: 'session', sessionId: caller.sessionId }
    : { kind: 'customer', customerId: caller.customerId }
}

/** The caller's own cart of that id, unless it expired: unknown, expired and somebody else's look the same. */
export async function findOwnCart(
  tx: StoreReader,
  caller: Caller,
  cartId: string,
  now: number,
): Promise<Cart | undefined> {
  const cart = await tx.findCart(cartId)
  const isOwn = cart !== undefined && isSameOwner(cart.owner, ownerOf(caller))
  return isOwn && cart.expiresAt > now ? cart : undefined
}

function isSameOwner(a: CartOwner, b: CartOwner): boolean {
  return a.kind === 'customer'
    ? b.kind === 'customer' && a.customerId === b.customerId
    : b.kind === 'session' && a.sessionId === b.sessionId
}

/** Frees what a cart has reserved, and removes it. */
export async function releaseCart(tx: StoreTransaction, cart: Cart): Promise<void> {
  for (const line of cart.lines) await tx.releaseStock(line, line.quantity)
  await tx.deleteCart(cart.id)
}

/**
 * Releases carts that have expired, so that their cards are there for whoever asks next; at most `limit`.
 * Answers how many there were.
 */
export async function releaseExpiredCarts(tx: StoreTransaction, now: number, limit = 1000): Promise<number> {
  const expired = await tx.listExpiredCarts(now, limit)
  for (const cartId of expired) {
    const cart = await tx.findCart(cartId)
    if (cart !== undefined) await releaseCart(tx, cart)
  }
  return expired.length
}

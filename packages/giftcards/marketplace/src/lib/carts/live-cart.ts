import type { Caller } from '../model/caller.ts'
import type { Cart, CartOwner } from '../model/cart.ts'
import { countByBucket, type StockKey } from '../model/stock.ts'
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
  for (const { bucket, count } of countByBucket(cart.lines)) await tx.releaseStock(bucket, count)
  await tx.deleteCart(cart.id)
}

/** Lines of expired carts that one request clears away at most. */
const mostLines = 100

/** Reserves up to `count` cards of a bucket. Where fewer are free, what expired carts hold of it is freed first. */
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

import { releaseExpiredCarts } from './carts/live-cart.ts'
import type { MarketplaceDeps } from './deps.ts'
import { settleOrders } from './orders/settle-orders.ts'
import type { Due, StoreTransaction } from './ports/store.ts'

/**
 * Makes up for the time since anybody looked: releases expired carts, and settles the customer's orders, so that one that
 * is canceled by now has given its cards and its coupon use back.
 */
export async function catchUp(
  tx: StoreTransaction,
  deps: Pick<MarketplaceDeps, 'issuer' | 'vault'>,
  now: number,
  customerId: number | null,
  { hasCarts, hasOrders }: Due,
): Promise<void> {
  if (hasCarts) await releaseExpiredCarts(tx, now)
  if (hasOrders && customerId !== null) await settleOrders(tx, deps, now, customerId)
}

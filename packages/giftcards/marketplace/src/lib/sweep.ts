import { releaseExpiredCarts } from './carts/live-cart.ts'
import type { MarketplaceDeps } from './deps.ts'
import { settleOrders } from './orders/settle-orders.ts'

/** How many carts or order steps one sweep handles, so that no transaction grows long. */
const batchSize = 200

/** Does what is due: releases expired carts, moves orders on, purges expired records. Answers how much it did. */
export function sweep(deps: Pick<MarketplaceDeps, 'store' | 'clock' | 'issuer' | 'vault'>): Promise<number> {
  return deps.store.transaction(async (tx) => {
    const now = deps.clock.now()
    const released = await releaseExpiredCarts(tx, now, batchSize)
    const settled = await settleOrders(tx, deps, now, undefined, batchSize)
    return released + settled + (await tx.purgeExpired(now))
  })
}

import type { MarketplaceDeps } from './deps.ts'

/** How many carts one sweep handles, so that no transaction grows long. */
const batchSize = 200

/** Does what is due: releases expired carts, purges expired records. Answers how much it did. */
export function sweep(deps: Pick<MarketplaceDeps, 'store' | 'clock'>): Promise<number> {
  return deps.store.transaction(async (tx) => {
    const now = deps.clock.now()
    const released = await tx.deleteExpiredCarts(now, batchSize)
    return released + (await tx.purgeExpired(now))
  })
}

import type { MarketplaceDeps } from './deps.ts'

/** How many carts one sweep handles, so that no transaction grows long. */
const batchSize = 200

/** Releases expired carts, the longest expired first; returns how many. */
export function sweep({ store, clock }: Pick<MarketplaceDeps, 'store' | 'clock'>): Promise<number> {
  return store.transaction((tx) => tx.deleteExpiredCarts(clock.now(), batchSize))
}

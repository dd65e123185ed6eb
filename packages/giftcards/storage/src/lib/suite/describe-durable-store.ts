import type { Store } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { plentiful, sampleCart, sampleData, sampleLine, sampleOrder } from './sample-data.ts'
import { snapshot } from './snapshot.ts'

/** A store, and how to have it again after it was closed. */
export interface DurableStore {
  readonly store: Store
  readonly reopen: () => Promise<Store>
}

/** Proves with vitest that what a store committed is still there when it is opened again. */
export function describeDurableStore(name: string, createStore: () => Promise<DurableStore>): void {
  // oxlint-disable-next-line vitest/valid-title -- each store gives its own name
  describe(name, () => {
    it('keeps everything across a restart', async () => {
      const { store, reopen } = await createStore()
      await store.transaction(async (tx) => {
        await tx.seed(sampleData)
        await tx.reserveStock(plentiful, 2)
        await tx.insertCart(sampleCart())
        await tx.putCartLine('cart-1', sampleLine())
        await tx.insertOrder(sampleOrder())
      })
      const before = await snapshot(store)
      await store.close()
      const again = await reopen()
      expect(await snapshot(again)).toEqual(before)
      await again.close()
    })

    it('goes on with its numbers after a restart', async () => {
      const { store, reopen } = await createStore()
      const [first = NaN] = await store.transaction((tx) => tx.nextNumbers('order', 3))
      await store.close()
      const again = await reopen()
      expect(await again.transaction((tx) => tx.nextNumber('order'))).toBe(first + 3)
      await again.close()
    })

    it('keeps nothing that was dropped', async () => {
      const { store, reopen } = await createStore()
      await store.transaction((tx) => tx.seed(sampleData))
      const before = await snapshot(store)
      await store.transaction(
        (tx) => tx.insertOrder(sampleOrder()),
        () => false,
      )
      await store.close()
      const again = await reopen()
      expect(await snapshot(again)).toEqual(before)
      await again.close()
    })
  })
}

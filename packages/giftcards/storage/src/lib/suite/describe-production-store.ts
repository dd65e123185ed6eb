import type { Store } from '@giftcards/marketplace'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noon, sampleData } from './sample-data.ts'
import { snapshot } from './snapshot.ts'

/** Proves with vitest that a store marked production replaces nothing and has no clock. `createStore` gives an empty one. */
export function describeProductionStore(name: string, createStore: () => Promise<Store>): void {
  // oxlint-disable-next-line vitest/valid-title -- each store gives its own name
  describe(name, () => {
    let store: Store
    beforeEach(async () => {
      store = await createStore()
    })
    afterEach(() => store.close())

    it('takes its first data, and no more', async () => {
      expect(await store.transaction((tx) => tx.seedIfEmpty(sampleData))).toBe(true)
      const before = await snapshot(store)
      const other = { ...sampleData, apps: [{ id: 'other', isEnabled: true }] }
      expect(await store.transaction((tx) => tx.seedIfEmpty(other))).toBe(false)
      expect(await snapshot(store)).toEqual(before)
      expect(await store.read((tx) => tx.findApp('other'))).toBeUndefined()
    })

    it('rejects a seed before it changes anything', async () => {
      await store.transaction((tx) => tx.seedIfEmpty(sampleData))
      const before = await snapshot(store)
      // Even where the caller goes on and commits.
      await store.transaction(async (tx) => {
        await expect(tx.seed({ ...sampleData, apps: [] })).rejects.toThrow('marked production')
      })
      expect(await snapshot(store)).toEqual(before)
    })

    it('rejects a setting of the clock', async () => {
      const setting = store.transaction((tx) => tx.putClockSetting({ frozenAt: noon, offsetMs: 0 }))
      await expect(setting).rejects.toThrow('marked production')
      expect(await store.read((tx) => tx.findClockSetting())).toBeUndefined()
    })
  })
}

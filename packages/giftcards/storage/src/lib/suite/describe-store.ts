import type { Store } from '@giftcards/marketplace'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeAccounts } from './accounts.ts'
import { describeCarts } from './carts.ts'
import { describeCoupons } from './coupons.ts'
import { describeJobs } from './jobs.ts'
import { describeDrawdown, describeStoreCredit } from './ledger.ts'
import { describeOrders } from './orders.ts'
import { describePayments } from './payments.ts'
import { describeRecords } from './records.ts'
import { noon, plentiful, sampleCart, sampleData, sampleLine, sampleOrder } from './sample-data.ts'
import { describeSeed } from './seed.ts'
import { snapshot } from './snapshot.ts'
import { describeStock } from './stock.ts'
import { type CreateStore, transact } from './suite-store.ts'
import { describeTransactions } from './transactions.ts'

/**
 * Declares vitest tests for the contract of the port. `createStore` returns a store for each test; the suite replaces its data.
 */
export function describeStore(name: string, createStore: CreateStore): void {
  // oxlint-disable-next-line vitest/valid-title -- each store gives its own name
  describe(name, () => {
    describeTransactions(createStore)
    describeSeed(createStore)
    describeAccounts(createStore)
    describeStock(createStore)
    describeCarts(createStore)
    describeCoupons(createStore)
    describeOrders(createStore)
    describePayments(createStore)
    describeJobs(createStore)
    describeDrawdown(createStore)
    describeStoreCredit(createStore)
    describeRecords(createStore)
  })
}

/**
 * Declares vitest tests that a production store replaces no data and has no clock setting. `createStore` returns an empty one.
 */
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
      // Even if the caller continues and commits.
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

/** A store, and a function that opens it again after it was closed. */
export interface DurableStore {
  readonly store: Store
  readonly reopen: () => Promise<Store>
}

/** Declares vitest tests that committed data is still there when a store is opened again. */
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
      const { order } = await store.transaction((tx) => tx.nextNumbers(['order'], 3))
      await store.close()
      const again = await reopen()
      expect(await again.transaction((tx) => tx.nextNumber('order'))).toBe((order[0] ?? NaN) + 3)
      await again.close()
    })

    it('keeps nothing that was dropped', async () => {
      const { store, reopen } = await createStore()
      await store.transaction((tx) => tx.seed(sampleData))
      const before = await snapshot(store)
      await transact(store, (tx) => tx.insertOrder(sampleOrder()), false)
      await store.close()
      const again = await reopen()
      expect(await snapshot(again)).toEqual(before)
      await again.close()
    })
  })
}

import type { Merchant, StockKey } from '@giftcards/marketplace'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plentiful, sampleData, scarce, unknownStock } from './sample-data.ts'
import { type CreateStore, runsOf, useStore, transact } from './suite-store.ts'

/** The contract of merchants and stock: always `0 ≤ reserved ≤ onHand`. */
export function describeStock(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const [northwind, harbor] = sampleData.merchants as readonly [Merchant, Merchant]
  const find = (key: StockKey) => getStore().read((tx) => tx.findStock(key))
  const reserve = (key: StockKey, count: number) =>
    getStore().transaction((tx) => tx.reserveStock(key, count))

  describe('findMerchants', () => {
    it('returns those that exist', async () => {
      const found = await getStore().read((tx) => tx.findMerchants([102, 999, 101, 102]))
      expect(found.size).toBe(2)
      expect(found.get(101)).toEqual(northwind)
      expect(found.get(102)).toEqual(harbor)
    })

    it('returns none for none', async () => {
      expect((await getStore().read((tx) => tx.findMerchants([]))).size).toBe(0)
    })
  })

  describe('putMerchant', () => {
    it('adds a merchant, and replaces the one with its id', async () => {
      const added: Merchant = { ...northwind, id: 103, name: 'Pixel Arcade' }
      const replaced: Merchant = { ...harbor, cardsHavePin: true, fulfillment: 'standard' }
      await getStore().transaction(async (tx) => {
        await tx.findMerchants([102])
        await tx.putMerchant(replaced)
        await tx.putMerchant(added)
        expect((await tx.findMerchants([102])).get(102)).toEqual(replaced)
      })
      expect(await getStore().read((tx) => tx.listMerchants())).toEqual([northwind, replaced, added])
    })
  })

  describe('lockStock', () => {
    it('changes nothing, and passes over a bucket that does not exist', async () => {
      await getStore().transaction((tx) => tx.lockStock([unknownStock, scarce, plentiful, scarce]))
      expect(await find(scarce)).toEqual({ ...scarce, onHand: 3, reserved: 0 })
      expect(await find(unknownStock)).toBeUndefined()
    })
  })

  describe('reserveStock', () => {
    it('reserves all where all are available', async () => {
      expect(await reserve(plentiful, 4)).toBe(4)
      expect(await find(plentiful)).toEqual({ ...plentiful, onHand: 10, reserved: 4 })
    })

    it('reserves the remaining cards', async () => {
      await reserve(scarce, 2)
      expect(await reserve(scarce, 5)).toBe(1)
      expect(await find(scarce)).toEqual({ ...scarce, onHand: 3, reserved: 3 })
    })

    it('reserves nothing of an empty bucket', async () => {
      await reserve(scarce, 3)
      expect(await reserve(scarce, 1)).toBe(0)
    })

    it('reserves nothing where no bucket is', async () => {
      expect(await reserve(unknownStock, 1)).toBe(0)
      expect(await find(unknownStock)).toBeUndefined()
    })

    it.each([
      ['merchantId', 102],
      ['faceValueCents', 5001],
      ['percentOffBps', 851],
      ['type', 'physical'],
    ])('matches %s exactly', async (field, value) => {
      expect(await reserve({ ...plentiful, [field]: value }, 1)).toBe(0)
    })

    it('for any parallel demand, never oversells', async () => {
      const demand = fc.array(
        fc.record({ count: fc.integer({ min: 1, max: 6 }), isKept: fc.boolean(), isFreed: fc.boolean() }),
        { minLength: 1, maxLength: 10 },
      )
      await fc.assert(
        fc.asyncProperty(demand, async (all) => {
          await getStore().transaction((tx) => tx.seed(sampleData))
          const held = await Promise.all(
            all.map(async ({ count, isKept, isFreed }) => {
              const got = await transact(getStore(), (tx) => tx.reserveStock(plentiful, count), isKept)
              if (!isKept) return 0
              if (!isFreed || got === 0) return got
              await getStore().transaction((tx) => tx.releaseStock(plentiful, got))
              return 0
            }),
          )
          const reserved = held.reduce((sum, got) => sum + got, 0)
          expect(reserved).toBeLessThanOrEqual(10)
          expect(await find(plentiful)).toEqual({ ...plentiful, onHand: 10, reserved })
        }),
        { seed: 20_260_116, numRuns: runsOf(25) },
      )
    })
  })

  describe('releaseStock', () => {
    it('frees reserved cards', async () => {
      await reserve(plentiful, 4)
      await getStore().transaction((tx) => tx.releaseStock(plentiful, 3))
      expect(await find(plentiful)).toMatchObject({ onHand: 10, reserved: 1 })
    })

    it('refuses to free more than is reserved', async () => {
      await reserve(plentiful, 1)
      await expect(getStore().transaction((tx) => tx.releaseStock(plentiful, 2))).rejects.toThrow(Error)
    })

    it('refuses an unknown bucket', async () => {
      await expect(getStore().transaction((tx) => tx.releaseStock(unknownStock, 1))).rejects.toThrow(Error)
    })
  })

  describe('sellStock', () => {
    it('takes reserved cards out for good', async () => {
      await reserve(plentiful, 4)
      await getStore().transaction((tx) => tx.sellStock(plentiful, 3))
      expect(await find(plentiful)).toMatchObject({ onHand: 7, reserved: 1 })
    })

    it('rejects a sale without a reservation', async () => {
      await expect(getStore().transaction((tx) => tx.sellStock(plentiful, 1))).rejects.toThrow(Error)
      expect(await find(plentiful)).toMatchObject({ onHand: 10, reserved: 0 })
    })
  })

  describe('returnStock', () => {
    it('brings sold cards back', async () => {
      await getStore().transaction((tx) => tx.returnStock(scarce, 2))
      expect(await find(scarce)).toMatchObject({ onHand: 5, reserved: 0 })
    })
  })

  describe('putStock', () => {
    it('creates a bucket', async () => {
      const bucket = await getStore().transaction((tx) => tx.putStock(unknownStock, 7))
      expect(bucket).toEqual({ ...unknownStock, onHand: 7, reserved: 0 })
      expect(await find(unknownStock)).toEqual(bucket)
    })

    it('sets the count of a bucket', async () => {
      expect(await getStore().transaction((tx) => tx.putStock(plentiful, 2))).toMatchObject({ onHand: 2 })
      expect(await getStore().transaction((tx) => tx.putStock(plentiful, 50))).toMatchObject({ onHand: 50 })
    })

    it('never goes below the reserved count', async () => {
      await reserve(plentiful, 4)
      const bucket = await getStore().transaction((tx) => tx.putStock(plentiful, 1))
      expect(bucket).toEqual({ ...plentiful, onHand: 4, reserved: 4 })
    })
  })

  describe('listStock', () => {
    it('goes by merchant, type, value, discount, risk', async () => {
      const keys: StockKey[] = [
        plentiful,
        scarce,
        { ...plentiful, percentOffBps: 1000 },
        { ...plentiful, faceValueCents: 10_000, percentOffBps: 100 },
        { ...plentiful, type: 'newEcodeAsPre', faceValueCents: 100 },
        { ...plentiful, type: 'newEcodeB2B', faceValueCents: 100 },
        { ...plentiful, type: 'physical', faceValueCents: 100 },
        { ...plentiful, merchantId: 102, faceValueCents: 100 },
      ]
      await getStore().transaction(async (tx) => {
        for (const key of keys.toReversed()) await tx.putStock(key, 1)
      })
      const listed = await getStore().read((tx) => tx.listStock())
      expect(listed).toEqual(keys.map((key) => ({ ...key, onHand: 1, reserved: 0 })))
    })
  })
}

import type { StoreCreditTransaction } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { noon, sampleData } from './sample-data.ts'
import { type CreateStore, useStore } from './suite-store.ts'

/** What the ledgers of store credit promise. */
export function describeStoreCredit(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const ledger = (customerId: number, limit = 100) =>
    getStore().read((tx) => tx.listStoreCreditTransactions(customerId, limit))
  const insert = (change: Partial<StoreCreditTransaction> = {}) =>
    getStore().transaction((tx) => tx.insertStoreCreditTransaction(row(change)))

  describe('insertStoreCreditTransaction', () => {
    it('appends to the ledger of the customer', async () => {
      await insert()
      await insert({ position: 3, type: 'Refund' })
      await insert({ position: 4, type: 'Adjustment', orderId: null, isOpening: true })
      expect((await ledger(1)).slice(0, 3)).toEqual([
        row({ position: 4, type: 'Adjustment', orderId: null, isOpening: true }),
        row({ position: 3, type: 'Refund' }),
        row({}),
      ])
      expect(await ledger(2)).toHaveLength(1)
    })

    it('refuses a second purchase and a second refund of an order', async () => {
      await insert()
      await insert({ position: 3, type: 'Refund' })
      await expect(insert({ position: 4 })).rejects.toThrow(Error)
      await expect(insert({ position: 4, type: 'Refund' })).rejects.toThrow(Error)
      await expect(insert({ customerId: 2 })).rejects.toThrow(Error)
      await insert({ position: 4, orderId: 100_002 })
      expect(await ledger(1)).toHaveLength(4)
    })

    it('refuses a position that is taken', async () => {
      await expect(insert({ position: 1, orderId: 7 })).rejects.toThrow(Error)
    })

    it('refuses an unknown customer', async () => {
      await expect(insert({ customerId: 99 })).rejects.toThrow(Error)
    })

    it('refuses a balance below nothing', async () => {
      await expect(insert({ balanceCents: -1 })).rejects.toThrow(Error)
    })
  })

  describe('listStoreCreditTransactions', () => {
    it('answers the newest first, up to the limit', async () => {
      await insert()
      expect((await ledger(1, 1)).map(({ position }) => position)).toEqual([2])
    })

    it('begins with what was seeded', async () => {
      await insert()
      await getStore().transaction((tx) => tx.seed({ ...sampleData, openedAt: noon }))
      expect(await ledger(1)).toEqual([
        {
          customerId: 1,
          position: 1,
          at: noon,
          type: 'Adjustment',
          amountCents: 5000,
          balanceCents: 5000,
          description: 'Opening balance',
          orderId: null,
          isOpening: true,
        },
      ])
      expect(await ledger(3)).toEqual([])
    })
  })
}

const row = (change: Partial<StoreCreditTransaction>): StoreCreditTransaction => ({
  customerId: 1,
  position: 2,
  at: noon,
  type: 'Purchase',
  amountCents: -5,
  balanceCents: 4995,
  description: 'Order #100001',
  orderId: 100_001,
  isOpening: false,
  ...change,
})

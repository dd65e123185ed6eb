import type { DrawdownTransaction, StoreCreditTransaction } from '@giftcards/marketplace'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noon, sampleData } from './sample-data.ts'
import { type CreateStore, runsOf, useStore } from './suite-store.ts'

/** The contract of drawdown accounts and their ledgers. */
export function describeDrawdown(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const [account] = sampleData.drawdownAccounts
  const ledger = (limit = 100) => getStore().read((tx) => tx.listDrawdownTransactions(1, limit))
  const find = () => getStore().read((tx) => tx.findDrawdownAccount(1))

  /** Books an amount as the marketplace does; `undefined` if the balance is too low. */
  const book = (amountCents: number): Promise<DrawdownTransaction | undefined> =>
    getStore().transaction(async (tx) => {
      await tx.lock({ kind: 'customer', customerId: 1 })
      const before = await tx.findDrawdownAccount(1)
      if (before === undefined) throw new Error('No account')
      const balanceCents = before.balanceCents + amountCents
      if (balanceCents < before.pendingCents) return undefined
      await tx.putDrawdownAccount({ ...before, balanceCents })
      const id = await tx.nextNumber('drawdownTransaction')
      const entry = { id, customerId: 1, at: noon, type: 'Deposit', amountCents, balanceCents } as const
      const booked = { ...entry, description: 'Account funded', orderId: null }
      await tx.insertDrawdownTransaction(booked)
      return booked
    })

  /** Books a zero amount of that type for that order. */
  const bookFor = (id: number, type: 'Purchase' | 'Refund', orderId: number | null) =>
    getStore().transaction((tx) =>
      tx.insertDrawdownTransaction({
        id,
        customerId: 1,
        at: noon,
        type,
        amountCents: 0,
        balanceCents: 150_000,
        description: '',
        orderId,
      }),
    )

  describe('findPurchaseCents', () => {
    it.each(['drawdown', 'store-credit'] as const)(
      'finds what an order took from a ledger: %s',
      async (kind) => {
        const row = { customerId: 1, at: noon, balanceCents: 0, description: '' } as const
        const rows = [
          { ...row, type: 'Purchase', amountCents: -700, orderId: 100_001 },
          { ...row, type: 'Refund', amountCents: 900, orderId: 100_002 },
        ] as const
        await getStore().transaction(async (tx) => {
          for (const [index, each] of rows.entries())
            await (kind === 'drawdown'
              ? tx.insertDrawdownTransaction({ ...each, id: 9000 + index })
              : tx.insertStoreCreditTransaction({ ...each, position: 2 + index }))
        })
        const found = await getStore().read((tx) =>
          Promise.all([100_001, 100_002].map((orderId) => tx.findPurchaseCents(kind, orderId))),
        )
        expect(found).toEqual([700, undefined])
      },
    )
  })

  describe('putDrawdownAccount', () => {
    it('replaces an account', async () => {
      const changed = { customerId: 1, balanceCents: 5, pendingCents: 5, isActive: false }
      await getStore().transaction((tx) => tx.putDrawdownAccount(changed))
      expect(await find()).toEqual(changed)
    })

    it('is visible in its own transaction', async () => {
      const seen = await getStore().transaction(async (tx) => {
        const before = await tx.findDrawdownAccount(1)
        await tx.putDrawdownAccount({ customerId: 1, balanceCents: 5, pendingCents: 5, isActive: false })
        return [before, await tx.findDrawdownAccount(1)]
      })
      expect(seen).toEqual([account, { customerId: 1, balanceCents: 5, pendingCents: 5, isActive: false }])
    })

    it('opens an account', async () => {
      const opened = { customerId: 2, balanceCents: 0, pendingCents: 0, isActive: true }
      await getStore().transaction((tx) => tx.putDrawdownAccount(opened))
      expect(await getStore().read((tx) => tx.findDrawdownAccount(2))).toEqual(opened)
      expect(await getStore().read((tx) => tx.findDrawdownAccount(3))).toBeUndefined()
    })

    it.each([
      ['a negative balance', -1, 0],
      ['a negative hold', 10, -1],
      ['a hold above the balance', 10, 11],
    ])('refuses %s', async (_, balanceCents, pendingCents) => {
      const put = getStore().transaction((tx) =>
        tx.putDrawdownAccount({ customerId: 1, isActive: true, balanceCents, pendingCents }),
      )
      await expect(put).rejects.toThrow(Error)
      expect(await find()).toEqual(account)
    })
  })

  describe('insertDrawdownAccount', () => {
    it('opens an active account without money, once', async () => {
      await getStore().transaction(async (tx) => {
        expect(await tx.findDrawdownAccount(2)).toBeUndefined()
        await tx.insertDrawdownAccount(2)
        expect((await tx.findDrawdownAccount(2))?.isActive).toBe(true)
      })
      const opened = { customerId: 2, balanceCents: 0, pendingCents: 0, isActive: true }
      expect(await getStore().read((tx) => tx.findDrawdownAccount(2))).toEqual(opened)
      await expect(getStore().transaction((tx) => tx.insertDrawdownAccount(2))).rejects.toThrow(Error)
    })
  })

  describe('insertDrawdownTransaction', () => {
    it('appends to the ledger', async () => {
      const [first, second] = [await book(100), await book(200)]
      expect(first).toMatchObject({ amountCents: 100, balanceCents: 150_100 })
      expect(second).toMatchObject({ amountCents: 200, balanceCents: 150_300 })
      expect((await ledger()).slice(0, 2)).toEqual([second, first])
    })

    it('refuses a customer without an account', async () => {
      const row = {
        id: 9999,
        customerId: 3,
        at: noon,
        type: 'Deposit',
        amountCents: 1,
        balanceCents: 1,
        description: '',
        orderId: null,
      } as const
      await expect(getStore().transaction((tx) => tx.insertDrawdownTransaction(row))).rejects.toThrow(Error)
    })

    it('rejects an id in use', async () => {
      const taken = await book(100)
      if (taken === undefined) throw new Error('The money is there')
      await expect(getStore().transaction((tx) => tx.insertDrawdownTransaction(taken))).rejects.toThrow(Error)
    })

    it('refuses a second entry of one type for an order', async () => {
      await bookFor(9001, 'Purchase', 100_001)
      await bookFor(9002, 'Refund', 100_001)
      await bookFor(9003, 'Purchase', 100_002)
      for (const id of [9004, 9005]) await bookFor(id, 'Purchase', null)
      await expect(bookFor(9006, 'Purchase', 100_001)).rejects.toThrow(Error)
      await expect(bookFor(9006, 'Refund', 100_001)).rejects.toThrow(Error)
      const [newest, , , second, first] = await ledger()
      expect([newest?.id, second?.orderId, first?.orderId]).toEqual([9005, 100_001, 100_001])
    })

    it('refuses a second deposit under one key', async () => {
      const deposit = (id: number, customerId: number, key?: string) =>
        getStore().transaction((tx) =>
          tx.insertDrawdownTransaction({
            id,
            customerId,
            at: noon,
            type: 'Deposit',
            amountCents: 0,
            balanceCents: 150_000,
            description: '',
            orderId: null,
            ...(key === undefined ? {} : { key }),
          }),
        )
      await getStore().transaction((tx) =>
        tx.putDrawdownAccount({ customerId: 2, balanceCents: 0, pendingCents: 0, isActive: true }),
      )
      await deposit(9001, 1, 'key-1')
      await deposit(9002, 2, 'key-1')
      for (const id of [9003, 9004]) await deposit(id, 1)
      await expect(deposit(9005, 1, 'key-1')).rejects.toThrow(Error)
      expect(await getStore().read((tx) => tx.findDeposit(1, 'key-1'))).toMatchObject({
        id: 9001,
        key: 'key-1',
      })
      expect(await getStore().read((tx) => tx.findDeposit(2, 'key-1'))).toMatchObject({ id: 9002 })
      expect(await getStore().read((tx) => tx.findDeposit(1, 'key-2'))).toBeUndefined()
    })

    it('for any parallel bookings, the ledger adds up', async () => {
      const amounts = fc.array(fc.integer({ min: -60_000, max: 20_000 }), { minLength: 1, maxLength: 12 })
      await fc.assert(
        fc.asyncProperty(amounts, async (all) => {
          await getStore().transaction((tx) => tx.seed(sampleData))
          await Promise.all(all.map(book))
          const rows = (await ledger()).toReversed()
          const balance = (await find())?.balanceCents ?? 0
          expect(balance).toBeGreaterThanOrEqual(30_000)
          let sum = 0
          for (const row of rows) {
            sum += row.amountCents
            expect(row.balanceCents).toBe(sum)
          }
          expect(sum).toBe(balance)
        }),
        { seed: 20_260_117, numRuns: runsOf(20) },
      )
    })
  })

  describe('listDrawdownTransactions', () => {
    it('returns the newest first, up to the limit', async () => {
      await book(100)
      const rows = await ledger()
      expect(rows.map((row) => row.amountCents)).toEqual([100, -50_000, 200_000])
      expect(await ledger(1)).toEqual(rows.slice(0, 1))
      const ids = rows.map((row) => row.id)
      expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    })

    it('returns one customer only', async () => {
      await getStore().transaction((tx) =>
        tx.putDrawdownAccount({ customerId: 2, balanceCents: 0, pendingCents: 0, isActive: true }),
      )
      expect(await getStore().read((tx) => tx.listDrawdownTransactions(2, 100))).toEqual([])
    })
  })
}

/** The contract of the ledgers of store credit. */
export function describeStoreCredit(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const ledger = (customerId: number, limit = 100) =>
    getStore().read((tx) => tx.listStoreCreditTransactions(customerId, limit))
  const find = (customerId: number, description: string) =>
    getStore().read((tx) => tx.findStoreCreditRow(customerId, description))
  const insert = (change: Partial<StoreCreditTransaction> = {}) =>
    getStore().transaction((tx) => tx.insertStoreCreditTransaction(row(change)))

  describe('insertStoreCreditTransaction', () => {
    it('appends to the ledger of the customer', async () => {
      await insert()
      await insert({ position: 3, type: 'Refund' })
      await insert({ position: 4, type: 'Adjustment', orderId: null })
      expect((await ledger(1)).slice(0, 3)).toEqual([
        row({ position: 4, type: 'Adjustment', orderId: null }),
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

    it('rejects a position in use', async () => {
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
    it('returns the newest first, up to the limit', async () => {
      await insert()
      expect((await ledger(1, 1)).map(({ position }) => position)).toEqual([2])
    })

    it('finds the first row that has a description', async () => {
      const named = { type: 'Adjustment', orderId: null, description: 'Adjustment goodwill-1' } as const
      await insert(named)
      await insert({ ...named, position: 3 })
      expect(await find(1, named.description)).toEqual(row(named))
      expect(await find(2, named.description)).toBeUndefined()
      expect(await find(1, 'Adjustment goodwill')).toBeUndefined()
    })

    it('begins with the seeded rows', async () => {
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
  ...change,
})

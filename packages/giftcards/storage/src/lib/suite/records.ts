import type { IdempotencyRecord, NumberSeries, PurgedRecords } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { noon } from './sample-data.ts'
import { type CreateStore, useStore, transact } from './suite-store.ts'

/** The contract of number series, idempotency records, attempts, purging and the clock setting. */
export function describeRecords(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  /** The first of several numbers. */
  const take = (series: NumberSeries, count = 1, isKept = true) =>
    transact(getStore(), async (tx) => (await tx.nextNumbers([series], count))[series][0] ?? NaN, isKept)
  const find = (customerId: number, key: string, now: number) =>
    getStore().read((tx) => tx.findIdempotencyRecord(customerId, key, now))

  describe('nextNumbers', () => {
    it('counts from one, each series by itself', async () => {
      const first = await take('internalCard')
      const orders = [await take('order'), await take('order')]
      expect(orders).toEqual([100_001, 100_002])
      expect(await take('internalCard')).toBe(first + 1)
    })

    it('goes on from the seeded number', async () => {
      expect(await take('order')).toBe(100_001)
    })

    it('takes a run of numbers', async () => {
      const taken = await getStore().transaction(async (tx) => [
        ...(await tx.nextNumbers(['card'], 3)).card,
        await tx.nextNumber('card'),
      ])
      expect(taken).toEqual([501, 502, 503, 504])
    })

    it('takes as many numbers of each series', async () => {
      const taken = await getStore().transaction((tx) => tx.nextNumbers(['order', 'card'], 2))
      expect(taken).toEqual({ order: [100_001, 100_002], card: [501, 502] })
    })

    it('goes up even if the transaction fails', async () => {
      const firsts = [
        await take('card', 3),
        await take('card', 2, false),
        await take('card', 3),
        await take('card', 2, false),
        await take('card'),
      ]
      const kept = [firsts[0]!, firsts[2]!, firsts[4]!] as const
      expect(kept[0]).toBe(501)
      expect(kept[1]).toBeGreaterThanOrEqual(kept[0] + 3)
      expect(kept[2]).toBeGreaterThanOrEqual(kept[1] + 3)
    })

    it('never gives a number twice', async () => {
      // Concurrent transactions may draw numbers in turn, so the numbers of one need not be contiguous.
      const runs = await Promise.all(
        Array.from({ length: 20 }, () =>
          getStore().transaction(async (tx) => (await tx.nextNumbers(['internalCard'], 3)).internalCard),
        ),
      )
      expect(new Set(runs.flat()).size).toBe(60)
    })
  })

  describe('putIdempotencyRecord', () => {
    const record: IdempotencyRecord = {
      customerId: 1,
      key: 'k',
      fingerprint: 'f',
      outcome: { orderId: 100_001 },
      expiresAt: noon,
    }
    const put = (change: Partial<IdempotencyRecord> = {}) =>
      getStore().transaction((tx) => tx.putIdempotencyRecord({ ...record, ...change }))

    it('keeps an order or a refusal', async () => {
      await put()
      await put({ key: 'r', outcome: { refusal: 'payment_declined' } })
      expect(await find(1, 'k', noon - 1)).toEqual(record)
      expect(await find(1, 'r', 0)).toEqual({ ...record, key: 'r', outcome: { refusal: 'payment_declined' } })
    })

    it('ends at its expiry', async () => {
      await put()
      expect(await find(1, 'k', noon)).toBeUndefined()
    })

    it('belongs to one customer and one key', async () => {
      await put()
      expect(await find(2, 'k', 0)).toBeUndefined()
      expect(await find(1, 'K', 0)).toBeUndefined()
    })

    it('replaces an earlier record', async () => {
      await put()
      const replaced = {
        fingerprint: 'g',
        outcome: { refusal: 'payment_declined' },
        expiresAt: noon + 5,
      } as const
      await put(replaced)
      expect(await find(1, 'k', noon)).toEqual({ ...record, ...replaced })
    })
  })

  describe('insertAttempt', () => {
    it('lists a window, oldest first', async () => {
      const attempts = await getStore().transaction(async (tx) => {
        for (const at of [noon + 2, noon, noon + 1, noon + 2]) await tx.insertAttempt('login:ada', at)
        await tx.insertAttempt('login:bob', noon + 3)
        return tx.listAttempts('login:ada', noon)
      })
      expect(attempts).toEqual([noon + 1, noon + 2, noon + 2])
    })
  })

  const purge = (records: PurgedRecords, limit = 100) =>
    getStore().transaction((tx) => tx.purge(records, noon, limit))

  describe('purge', () => {
    it('deletes expired records, so many at a time', async () => {
      await getStore().transaction(async (tx) => {
        const record = { customerId: 1, fingerprint: 'f', outcome: { orderId: 1 } }
        for (const [key, expiresAt] of [
          ['older', noon - 1],
          ['old', noon],
          ['new', noon + 1],
        ] as const)
          await tx.putIdempotencyRecord({ ...record, key, expiresAt })
      })
      const kept = () =>
        getStore().read(async (tx) => {
          const found = ['older', 'old', 'new'].map((key) => tx.findIdempotencyRecord(1, key, 0))
          return (await Promise.all(found)).flatMap((record) => record?.key ?? [])
        })
      expect([await purge('idempotency-records', 1), await kept()]).toEqual([1, ['old', 'new']])
      expect([await purge('idempotency-records'), await kept()]).toEqual([1, ['new']])
    })

    it('deletes old attempts, so many at a time', async () => {
      await getStore().transaction(async (tx) => {
        for (const at of [noon - 2, noon - 1, noon]) await tx.insertAttempt('s', at)
      })
      const kept = () => getStore().read((tx) => tx.listAttempts('s', 0))
      expect([await purge('attempts', 1), await kept()]).toEqual([1, [noon - 1, noon]])
      expect([await purge('attempts'), await kept()]).toEqual([1, [noon]])
    })

    it('returns zero where nothing is old', async () => {
      for (const records of ['idempotency-records', 'attempts', 'jobs'] as const)
        expect(await purge(records)).toBe(0)
    })
  })

  describe('insertLogin', () => {
    it('records logins of customers and of strangers, equal ones too', async () => {
      const known = { emailHash: 'hash', customerId: 1, isRight: true }
      const stranger = { emailHash: 'hash', customerId: null, isRight: false }
      for (const login of [known, known, stranger, stranger]) {
        await expect(getStore().transaction((tx) => tx.insertLogin(login))).resolves.toBeUndefined()
      }
    })
  })

  describe('insertSecureRead', () => {
    it('records every read, equal ones too', async () => {
      const read = { cardId: 501, customerId: 1, at: noon }
      await getStore().transaction((tx) => tx.insertSecureRead(read))
      await expect(getStore().transaction((tx) => tx.insertSecureRead(read))).resolves.toBeUndefined()
    })
  })

  describe('putClockSetting', () => {
    it('returns the last setting', async () => {
      const findSetting = () => getStore().read((tx) => tx.findClockSetting())
      expect(await findSetting()).toBeUndefined()
      await getStore().transaction((tx) => tx.putClockSetting({ frozenAt: noon, offsetMs: 0 }))
      expect(await findSetting()).toEqual({ frozenAt: noon, offsetMs: 0 })
      await getStore().transaction((tx) => tx.putClockSetting({ frozenAt: null, offsetMs: -5000 }))
      expect(await findSetting()).toEqual({ frozenAt: null, offsetMs: -5000 })
    })
  })
}

import type { PaymentLeg, PendingPayment } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { noon, plentiful, sampleData, sampleOrder } from './sample-data.ts'
import { type CreateStore, useStore } from './suite-store.ts'

/** The contract of payments and their legs, and of the lists that audits read. */
export function describePayments(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const insert = (...payments: PendingPayment[]) =>
    getStore().transaction(async (tx) => {
      for (const payment of payments) await tx.insertPayment(payment)
    })
  const find = (reference: string) => getStore().read((tx) => tx.findPayment(reference))
  const listLapsed = (now: number, limit: number) =>
    getStore().read((tx) => tx.listPaymentsToSettle(now, limit))
  const findOf = (customerId: number) => getStore().read((tx) => tx.findPaymentOf(customerId))

  describe('insertPayment', () => {
    it('keeps every field, and the whole order', async () => {
      await insert(samplePayment())
      expect(await find('order:1')).toEqual(samplePayment())
      expect(await findOf(1)).toEqual(samplePayment())
    })

    it('keeps one without an idempotency key', async () => {
      await insert(samplePayment({ idempotency: null }))
      expect(await find('order:1')).toEqual(samplePayment({ idempotency: null }))
    })

    it('refuses a second one of a customer', async () => {
      await insert(samplePayment())
      await expect(insert(samplePayment({ reference: 'order:2' }))).rejects.toThrow(Error)
      expect(await find('order:2')).toBeUndefined()
    })

    it('rejects a reference in use', async () => {
      await insert(samplePayment())
      await expect(insert(samplePayment({ customerId: 2 }))).rejects.toThrow(Error)
      expect(await findOf(2)).toBeUndefined()
    })

    it('refuses an unknown customer', async () => {
      await expect(insert(samplePayment({ customerId: 99 }))).rejects.toThrow(Error)
    })

    it('keeps one payment under parallel insertion', async () => {
      const references = Array.from({ length: 8 }, (_, index) => `order:${index}`)
      const inserted = await Promise.all(
        references.map((reference) =>
          getStore().transaction(async (tx) => {
            if ((await tx.findPaymentOf(1)) !== undefined) return 0
            await tx.insertPayment(samplePayment({ reference }))
            return 1
          }),
        ),
      )
      expect(inserted.reduce<number>((sum, one) => sum + one, 0)).toBe(1)
    })
  })

  describe('leasePayment', () => {
    it('moves the end of the lease alone', async () => {
      await insert(samplePayment(), samplePayment({ reference: 'order:2', customerId: 2 }))
      const { leaseUntil } = samplePayment()
      const leased = samplePayment({ leaseUntil: leaseUntil + 77 })
      const taken = await getStore().transaction((tx) =>
        tx.leasePayment('order:1', leaseUntil, leaseUntil + 77),
      )
      expect(taken).toEqual(leased)
      expect(await find('order:1')).toEqual(leased)
      expect(await find('order:2')).toEqual(samplePayment({ reference: 'order:2', customerId: 2 }))
    })

    it('takes over nothing that is leased or unknown', async () => {
      await insert(samplePayment())
      const { leaseUntil } = samplePayment()
      const take = (reference: string) =>
        getStore().transaction((tx) => tx.leasePayment(reference, leaseUntil - 1, leaseUntil + 77))
      expect([await take('order:1'), await take('none')]).toEqual([undefined, undefined])
      expect(await find('order:1')).toEqual(samplePayment())
    })

    it('gives a payment to one of two', async () => {
      await insert(samplePayment())
      const { leaseUntil } = samplePayment()
      const take = () =>
        getStore().transaction((tx) => tx.leasePayment('order:1', leaseUntil, leaseUntil + 77))
      const taken = await Promise.all([take(), take()])
      expect(taken.filter((payment) => payment !== undefined)).toHaveLength(1)
    })
  })

  describe('deletePayment', () => {
    it('makes room for another of the customer', async () => {
      await insert(samplePayment(), samplePayment({ reference: 'order:9', customerId: 2 }))
      expect(await getStore().transaction((tx) => tx.deletePayment(samplePayment()))).toBe(true)
      expect([await find('order:1'), await findOf(1)]).toEqual([undefined, undefined])
      expect(await findOf(2)).toEqual(samplePayment({ reference: 'order:9', customerId: 2 }))
      await insert(samplePayment({ reference: 'order:2' }))
      expect(await findOf(1)).toEqual(samplePayment({ reference: 'order:2' }))
    })

    it('frees nothing by itself', async () => {
      await getStore().transaction((tx) => tx.reserveStock(plentiful, 2))
      await insert(samplePayment())
      const again = samplePayment({ startedAt: samplePayment().startedAt + 1 })
      expect(await getStore().transaction((tx) => tx.deletePayment(again))).toBe(false)
      expect(await getStore().transaction((tx) => tx.deletePayment(samplePayment()))).toBe(true)
      expect(await getStore().transaction((tx) => tx.deletePayment(samplePayment()))).toBe(false)
      expect(await getStore().read((tx) => tx.findStock(plentiful))).toMatchObject({ reserved: 2 })
    })
  })

  describe('listPaymentsToSettle', () => {
    it('returns the longest lapsed first, then by reference', async () => {
      await insert(
        samplePayment({ reference: 'b', customerId: 1, leaseUntil: noon }),
        samplePayment({ reference: 'a', customerId: 2, leaseUntil: noon }),
        samplePayment({ reference: 'c', customerId: 3, leaseUntil: noon - 1 }),
      )
      expect(await listLapsed(noon, 10)).toEqual(['c', 'a', 'b'])
      expect(await listLapsed(noon, 2)).toEqual(['c', 'a'])
      expect(await listLapsed(noon - 1, 10)).toEqual(['c'])
      expect(await listLapsed(noon - 2, 10)).toEqual([])
    })

    it('leaves out what an open or parked job is to settle', async () => {
      await insert(
        samplePayment({ reference: 'a', customerId: 1, leaseUntil: noon }),
        samplePayment({ reference: 'b', customerId: 2, leaseUntil: noon }),
      )
      const id = 'settle-payment/a'
      await getStore().transaction((tx) =>
        tx.insertJob({ id, task: { kind: 'settle-payment', reference: 'a' }, dueAt: noon }),
      )
      expect(await listLapsed(noon, 10)).toEqual(['b'])
      await getStore().transaction((tx) => tx.updateJob(id, { state: 'parked' }))
      expect(await listLapsed(noon, 10)).toEqual(['b'])
      await getStore().transaction((tx) => tx.endJob(id, noon))
      expect(await listLapsed(noon, 10)).toEqual(['a', 'b'])
    })
  })

  const putLegs = (...legs: PaymentLeg[]) =>
    getStore().transaction(async (tx) => {
      for (const each of legs) await tx.putPaymentLeg(each)
    })
  const listLegs = () => getStore().read((tx) => tx.listPaymentLegs(100_001))

  describe('putPaymentLeg', () => {
    it('inserts legs and replaces what became of them', async () => {
      await putLegs(leg(0, 'pending'), leg(1, 'pending'), leg(0, 'declined'), leg(1, 'charged'))
      await putLegs(leg(1, 'refunding'), leg(1, 'refunding'), leg(1, 'refunded'), leg(1, 'refunded'))
      expect(await listLegs()).toEqual([leg(0, 'declined'), leg(1, 'refunded')])
    })

    it.each(paidStates)('refuses a second leg that is charged beside one %s', async (state) => {
      await putLegs(leg(0, state), leg(0, 'charged', 100_002))
      for (const second of paidStates) await expect(putLegs(leg(1, second))).rejects.toThrow(Error)
      await putLegs(leg(1, 'pending'))
      await expect(putLegs(leg(1, 'charged'))).rejects.toThrow(Error)
      expect(await listLegs()).toEqual([leg(0, state), leg(1, 'pending')])
    })

    it.each([
      ['refunded', 'charged'],
      ['refunded', 'refunding'],
      ['refunding', 'charged'],
      ['refunding', 'canceled'],
    ] as const)('refuses to make a leg that is %s %s again', async (state, again) => {
      await putLegs(leg(0, state))
      await expect(putLegs(leg(0, again))).rejects.toThrow(Error)
      expect(await listLegs()).toEqual([leg(0, state)])
    })

    it('refuses all but one of several charges at once', async () => {
      await putLegs(leg(0, 'pending'), leg(1, 'pending'), leg(2, 'pending'))
      const charges = await Promise.allSettled([0, 1, 2].map((position) => putLegs(leg(position, 'charged'))))
      expect(charges.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect((await listLegs()).filter(({ state }) => state === 'charged')).toHaveLength(1)
    })
  })

  describe('seed', () => {
    it('leaves no payment of before', async () => {
      await insert(samplePayment())
      await getStore().transaction((tx) => tx.seed(sampleData))
      expect(await findOf(1)).toBeUndefined()
    })
  })
}

/** A payment by bank, then by card, under an idempotency key. */
export function samplePayment(change: Partial<PendingPayment> = {}): PendingPayment {
  const {
    purchasedAt: _at,
    status: _status,
    payment: _payment,
    plan: _plan,
    hold: _hold,
    ...order
  } = sampleOrder()
  const [card, bank] = sampleData.paymentMethods
  return {
    reference: 'order:1',
    customerId: 1,
    order: { ...order, method: 'ACH_CREDITCARD', fulfillment: 'review', drawn: null },
    legs: [bank, card].filter((leg) => leg !== undefined),
    idempotency: { key: 'k', fingerprint: 'f' },
    startedAt: noon,
    leaseUntil: noon + 45_000,
    ...change,
  }
}

/** Legs that have been charged. */
const paidStates = ['charged', 'refunding', 'refunded'] as const

/** A leg of an order's payment by bank. */
const leg = (position: number, state: PaymentLeg['state'], orderId = 100_001): PaymentLeg => ({
  orderId,
  position,
  reference: `order:${orderId}`,
  kind: 'bank',
  methodId: 7001,
  amountCents: 4575,
  state,
  gatewayReference: null,
  changedAt: noon,
})

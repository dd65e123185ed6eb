import type { Order } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { noon, sampleData, sampleOrder, sampleUnit } from './sample-data.ts'
import { type CreateStore, useStore } from './suite-store.ts'

/** The contract of orders. */
export function describeOrders(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const insert = (...orders: Order[]) =>
    getStore().transaction(async (tx) => {
      for (const order of orders) await tx.insertOrder(order)
    })
  const find = (id: number) => getStore().read((tx) => tx.findOrder(id))
  const findCard = (cardId: number) => getStore().readOne((tx) => tx.findCard(cardId))
  const list = (limit: number) => getStore().read((tx) => tx.listOrders(limit))
  const insertThree = () =>
    insert(sampleOrder({ id: 2, customerId: 2 }), sampleOrder({ id: 3, units: [] }), sampleOrder({ id: 1 }))

  describe('insertOrder', () => {
    it('keeps every field, units in their order', async () => {
      await insert(sampleOrder())
      expect(await find(100_001)).toEqual(sampleOrder())
    })

    it('keeps an order without coupon or plan', async () => {
      const order = sampleOrder({ coupon: null, plan: [], hold: 'pending' })
      await insert(order)
      expect(await find(order.id)).toEqual(order)
    })

    it('keeps an order without cards', async () => {
      await insert(sampleOrder({ units: [] }))
      expect(await find(100_001)).toEqual(sampleOrder({ units: [] }))
    })

    it('keeps an order of 1001 cards', async () => {
      const units = Array.from({ length: 1001 }, (_, index) => sampleUnit(2000 - index))
      await insert(sampleOrder({ units }))
      expect(await find(100_001)).toEqual(sampleOrder({ units }))
    })

    it('rejects a number in use', async () => {
      await insert(sampleOrder())
      await expect(insert(sampleOrder({ orderId: 'another' }))).rejects.toThrow(Error)
    })
  })

  describe('findOrder', () => {
    it('finds by number and by id', async () => {
      await insert(sampleOrder(), sampleOrder({ id: 100_002 }))
      const order = sampleOrder({ id: 100_002 })
      expect(await getStore().read((tx) => tx.findOrderByOrderId('order-100002'))).toEqual(order)
    })

    it('finds nothing that is not there', async () => {
      await insert(sampleOrder())
      expect(await find(7)).toBeUndefined()
      expect(await getStore().read((tx) => tx.findOrderByOrderId('order-7'))).toBeUndefined()
    })
  })

  describe('findCard', () => {
    it('shows the card, what concerns it of its order, and its merchant', async () => {
      const order = sampleOrder({
        units: [
          sampleUnit(8),
          sampleUnit(9, { fulfilledAt: noon, sealedSecrets: 'sealed', isLowRisk: true }),
        ],
      })
      await insert(order, sampleOrder({ id: 100_002 }))
      const { id, orderId, customerId, purchasedAt, status } = order
      expect(await findCard(9)).toEqual({
        unit: order.units[1],
        order: { id, orderId, customerId, purchasedAt, status },
        merchant: sampleData.merchants[0],
      })
    })

    it('finds nothing that is not there', async () => {
      await insert(sampleOrder())
      for (const id of [7, 0, -1, 1.5, 2 ** 60]) expect(await findCard(id)).toBeUndefined()
    })
  })

  describe('updateOrder', () => {
    it('changes only the given fields', async () => {
      await insert(sampleOrder(), sampleOrder({ id: 100_002 }))
      await getStore().transaction((tx) => tx.updateOrder(100_001, { status: 'Hold' }))
      expect(await find(100_001)).toEqual(sampleOrder({ status: 'Hold' }))
      await getStore().transaction((tx) => tx.updateOrder(100_001, { plan: [], hold: 'captured' }))
      expect(await find(100_001)).toEqual(sampleOrder({ status: 'Hold', plan: [], hold: 'captured' }))
      expect(await find(100_002)).toEqual(sampleOrder({ id: 100_002 }))
    })

    it('replaces the units named, in place', async () => {
      await insert(sampleOrder())
      const fulfilled = sampleUnit(1_000_011, {
        fulfilledAt: noon,
        sealedSecrets: 'sealed',
        currentBalanceCents: 0,
      })
      await getStore().transaction((tx) => tx.updateOrder(100_001, { units: [fulfilled] }))
      const units = [sampleUnit(1_000_012), fulfilled]
      expect(await find(100_001)).toEqual(sampleOrder({ units }))
    })

    it('replaces 500 units at once', async () => {
      const units = Array.from({ length: 500 }, (_, index) => sampleUnit(index + 1))
      await insert(sampleOrder({ units }))
      const fulfilled = units.map((unit) => ({
        ...unit,
        fulfilledAt: noon,
        sealedSecrets: `sealed ${unit.id}`,
      }))
      await getStore().transaction((tx) => tx.updateOrder(100_001, { units: fulfilled }))
      expect(await find(100_001)).toEqual(sampleOrder({ units: fulfilled }))
    })

    it('refuses a unit of another order', async () => {
      await insert(sampleOrder(), sampleOrder({ id: 100_002 }))
      const steal = getStore().transaction((tx) =>
        tx.updateOrder(100_001, { units: [sampleUnit(1_000_021)] }),
      )
      await expect(steal).rejects.toThrow(Error)
    })

    it('refuses an unknown order', async () => {
      await expect(getStore().transaction((tx) => tx.updateOrder(7, { status: 'Hold' }))).rejects.toThrow(
        Error,
      )
    })
  })

  describe('listOrders', () => {
    it('returns the highest number first, up to the limit', async () => {
      await insertThree()
      expect((await list(10)).map((order) => order.id)).toEqual([3, 2, 1])
      expect((await list(2)).map((order) => order.id)).toEqual([3, 2])
    })

    it('gives each order its own units, in order', async () => {
      await insertThree()
      const orders = [sampleOrder({ id: 3, units: [] }), sampleOrder({ id: 2, customerId: 2 })]
      expect(await list(2)).toEqual(orders)
    })

    it('counts those beyond the limit too', async () => {
      expect(await getStore().read((tx) => tx.countOrders())).toBe(0)
      await insertThree()
      expect(await getStore().read((tx) => tx.countOrders())).toBe(3)
    })
  })
}

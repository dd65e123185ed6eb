import { describe, expect, it } from 'vitest'
import { samplePayment } from './payments.ts'
import { noon, sampleCart, sampleOrder } from './sample-data.ts'
import { type CreateStore, useStore } from './suite-store.ts'

/** What a store says of what is due. */
export function describeDue(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const find = (customerId: number | null) => getStore().read((tx) => tx.findDue(noon, customerId))
  const nothing = { hasPayment: false, hasOrders: false, hasCarts: false }

  describe('findDue', () => {
    it('finds nothing where nothing is due, for a stranger neither', async () => {
      expect([await find(1), await find(null)]).toEqual([nothing, nothing])
    })

    it('finds a pending payment of the customer', async () => {
      await getStore().transaction((tx) => tx.insertPayment(samplePayment()))
      expect([await find(1), await find(2), await find(null)]).toEqual([
        { ...nothing, hasPayment: true },
        nothing,
        nothing,
      ])
    })

    it('finds an order of the customer whose next step is due', async () => {
      await getStore().transaction(async (tx) => {
        await tx.insertOrder(sampleOrder({ id: 1, plan: [{ at: noon, do: 'ship' }] }))
        await tx.insertOrder(sampleOrder({ id: 2, customerId: 2, plan: [{ at: noon + 1, do: 'ship' }] }))
        await tx.insertOrder(sampleOrder({ id: 3, customerId: 3, plan: [] }))
      })
      expect([await find(1), await find(2), await find(3), await find(null)]).toEqual([
        { ...nothing, hasOrders: true },
        nothing,
        nothing,
        nothing,
      ])
    })

    it('finds anybody’s cart that has expired, for everybody', async () => {
      await getStore().transaction((tx) => tx.insertCart(sampleCart({ expiresAt: noon + 1 })))
      expect(await find(2)).toEqual(nothing)
      await getStore().transaction((tx) => tx.updateCart('cart-1', { expiresAt: noon }))
      expect([await find(2), await find(null)]).toEqual([
        { ...nothing, hasCarts: true },
        { ...nothing, hasCarts: true },
      ])
    })
  })
}

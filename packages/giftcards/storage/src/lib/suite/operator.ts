import type { Coupon, Customer, Merchant } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { restrictedCoupon, sampleData } from './sample-data.ts'
import { type CreateStore, useStore } from './suite-store.ts'

/** What operators put into a store, and the lists of it. */
export function describeOperator(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const [bob, ada, eve] = sampleData.customers as readonly [Customer, Customer, Customer]
  const [northwind, harbor] = sampleData.merchants as readonly [Merchant, Merchant]
  const coupons = sampleData.coupons.toSorted((a, b) => a.id - b.id)

  describe('putApp', () => {
    it('adds an app, and changes the one with its id', async () => {
      await getStore().transaction((tx) => tx.putApp({ id: 'new-app', isEnabled: true }))
      await getStore().transaction((tx) => tx.putApp({ id: 'demo-app', isEnabled: false }))
      expect(await getStore().read((tx) => tx.listApps())).toEqual([
        { id: 'demo-app', isEnabled: false },
        { id: 'new-app', isEnabled: true },
        { id: 'old-app', isEnabled: false },
      ])
    })
  })

  describe('insertCustomer', () => {
    it('takes the next id, and keeps every field', async () => {
      const { id: _id, ...fields } = { ...ada, email: 'new@example.com' }
      expect(await getStore().transaction((tx) => tx.insertCustomer(fields))).toBe(4)
      expect(await getStore().read((tx) => tx.findCustomer(4))).toEqual({ ...fields, id: 4 })
    })

    it('refuses an email that is taken', async () => {
      const { id: _id, ...fields } = ada
      await expect(getStore().transaction((tx) => tx.insertCustomer(fields))).rejects.toThrow(Error)
      expect(await getStore().read((tx) => tx.listCustomers())).toEqual([ada, bob, eve])
    })
  })

  describe('insertDrawdownAccount', () => {
    it('opens an active account without money, once', async () => {
      await getStore().transaction(async (tx) => {
        expect(await tx.findDrawdownAccount(2)).toBeUndefined()
        await tx.insertDrawdownAccount(2)
        expect((await tx.findDrawdownAccount(2))?.isActive).toBe(true)
      })
      const account = { customerId: 2, balanceCents: 0, pendingCents: 0, isActive: true }
      expect(await getStore().read((tx) => tx.findDrawdownAccount(2))).toEqual(account)
      await expect(getStore().transaction((tx) => tx.insertDrawdownAccount(2))).rejects.toThrow(Error)
    })
  })

  describe('updateCustomer, its flags', () => {
    it('changes those that are named', async () => {
      await getStore().transaction((tx) => tx.updateCustomer(2, { isElite: true }))
      await getStore().transaction((tx) => tx.updateCustomer(3, { isDisabled: false }))
      expect(await getStore().read((tx) => tx.listCustomers())).toEqual([
        ada,
        { ...bob, isElite: true },
        { ...eve, isDisabled: false },
      ])
    })
  })

  describe('putMerchant', () => {
    it('adds a merchant, and replaces the one with its id', async () => {
      const added: Merchant = { ...northwind, id: 103, name: 'Pixel Arcade' }
      const replaced: Merchant = { ...harbor, cardsHavePin: true, course: 'standard' }
      await getStore().transaction(async (tx) => {
        await tx.findMerchants([102])
        await tx.putMerchant(replaced)
        await tx.putMerchant(added)
        expect((await tx.findMerchants([102])).get(102)).toEqual(replaced)
      })
      expect(await getStore().read((tx) => tx.listMerchants())).toEqual([northwind, replaced, added])
    })
  })

  describe('insertCoupon', () => {
    it('takes the next id, and keeps every field', async () => {
      const { id: _id, ...fields }: Coupon = { ...restrictedCoupon, code: 'NEW' }
      expect(await getStore().transaction((tx) => tx.insertCoupon(fields))).toBe(3)
      expect(await getStore().read((tx) => tx.listCoupons())).toEqual([...coupons, { ...fields, id: 3 }])
      expect(await getStore().read((tx) => tx.findCoupon('NEW'))).toEqual({ ...fields, id: 3 })
    })

    it('refuses a code that is taken', async () => {
      const { id: _id, ...fields } = restrictedCoupon
      await expect(getStore().transaction((tx) => tx.insertCoupon(fields))).rejects.toThrow(Error)
    })
  })

  describe('updateCoupon', () => {
    it('changes the last day', async () => {
      await getStore().transaction((tx) => tx.updateCoupon(1, { expires: '01/01/2026' }))
      const changed = { ...restrictedCoupon, expires: '01/01/2026' }
      expect(await getStore().read((tx) => tx.findCoupon(restrictedCoupon.code))).toEqual(changed)
    })

    it('refuses an unknown coupon', async () => {
      const update = getStore().transaction((tx) => tx.updateCoupon(99, { expires: '01/01/2026' }))
      await expect(update).rejects.toThrow(Error)
    })
  })
}

import type { Coupon } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { openCoupon, restrictedCoupon, sampleData } from './sample-data.ts'
import { type CreateStore, useStore } from './suite-store.ts'

/** The contract of coupons and their uses. */
export function describeCoupons(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const coupons = sampleData.coupons.toSorted((a, b) => a.id - b.id)

  describe('findCoupon', () => {
    it('finds a coupon with every restriction', async () => {
      expect(await getStore().read((tx) => tx.findCoupon('NORTHWIND15'))).toEqual(restrictedCoupon)
    })

    it('finds a coupon without restrictions', async () => {
      expect(await getStore().read((tx) => tx.findCoupon('FIVEOFF'))).toEqual(openCoupon)
    })

    it('finds nothing under another code', async () => {
      expect(await getStore().read((tx) => tx.findCoupon('FIVEOF'))).toBeUndefined()
    })
  })

  describe('insertCoupon', () => {
    it('takes the next id, and keeps every field', async () => {
      const { id: _id, ...fields }: Coupon = { ...restrictedCoupon, code: 'NEW' }
      expect(await getStore().transaction((tx) => tx.insertCoupon(fields))).toBe(3)
      expect(await getStore().read((tx) => tx.listCoupons())).toEqual([...coupons, { ...fields, id: 3 }])
      expect(await getStore().read((tx) => tx.findCoupon('NEW'))).toEqual({ ...fields, id: 3 })
    })

    it('rejects a code in use', async () => {
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

  describe('insertCouponUse', () => {
    it('counts uses by coupon and by customer', async () => {
      const counts = await getStore().transaction(async (tx) => {
        await tx.insertCouponUse(1, 1, 11)
        await tx.insertCouponUse(1, 1, 12)
        await tx.insertCouponUse(1, 2, 13)
        await tx.insertCouponUse(2, 2, 14)
        return [
          await tx.countCouponUses(1),
          await tx.countCouponUsesBy(1, 1),
          await tx.countCouponUsesBy(1, 2),
          await tx.countCouponUsesBy(1, 3),
          await tx.countCouponUses(2),
        ]
      })
      // The second coupon has no limit.
      expect(counts).toEqual([3, 2, 1, 0, 0])
    })

    it('has no more uses than the coupon allows', async () => {
      const { id, usesInTotal } = restrictedCoupon
      const use = (orderId: number) =>
        getStore().transaction((tx) => tx.insertCouponUse(id, 1 + (orderId % 2), orderId))
      const orders = Array.from({ length: (usesInTotal ?? 0) + 3 }, (_, index) => 11 + index)
      const used = await Promise.all(orders.map(use))
      expect(used.filter(Boolean)).toHaveLength(usesInTotal ?? NaN)
      expect(await getStore().read((tx) => tx.countCouponUses(id))).toBe(usesInTotal)
    })

    it('refuses a second use of one order', async () => {
      await getStore().transaction((tx) => tx.insertCouponUse(1, 1, 11))
      await expect(getStore().transaction((tx) => tx.insertCouponUse(2, 1, 11))).rejects.toThrow(Error)
    })
  })

  describe('deleteCouponUse', () => {
    it('gives one use back', async () => {
      const count = await getStore().transaction(async (tx) => {
        await tx.insertCouponUse(1, 1, 11)
        await tx.insertCouponUse(1, 1, 12)
        await tx.deleteCouponUse(11)
        await tx.deleteCouponUse(99)
        return tx.countCouponUses(1)
      })
      expect(count).toBe(1)
    })
  })
}

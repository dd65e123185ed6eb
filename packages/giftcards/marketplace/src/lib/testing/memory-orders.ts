import type { StoreTransaction } from '../ports/store.ts'
import type { MemoryState } from './memory-state.ts'

type OrderWriter = Pick<
  StoreTransaction,
  'insertOrder' | 'updateOrder' | 'insertCouponUse' | 'deleteCouponUse'
>

/** Changes the orders of a state, and the coupon uses that belong to them. */
export function createMemoryOrders({ orders, orderOfCard, coupons, couponUses }: MemoryState): OrderWriter {
  return {
    async insertOrder(order) {
      if (orders.has(order.id)) throw new Error(`Order exists: ${order.id}`)
      orders.set(order.id, order)
      for (const unit of order.units) orderOfCard.set(unit.id, order.id)
    },
    async updateOrder(id, { units = [], ...change }) {
      const order = orders.get(id)
      if (order === undefined) throw new Error(`No such order: ${id}`)
      const changed = new Map(units.map((unit) => [unit.id, unit]))
      if (units.some((unit) => orderOfCard.get(unit.id) !== id))
        throw new Error(`A changed card is not of order ${id}`)
      orders.set(id, {
        ...order,
        ...change,
        units: order.units.map((unit) => changed.get(unit.id) ?? unit),
      })
    },
    async insertCouponUse(couponId, customerId, orderId) {
      if (couponUses.has(orderId)) throw new Error(`Order ${orderId} has used a coupon already`)
      const coupon = coupons.values().find(({ id }) => id === couponId)
      if (coupon === undefined) throw new Error(`No such coupon: ${couponId}`)
      const uses = couponUses.values().filter((use) => use.couponId === couponId)
      if (coupon.usesInTotal !== null && [...uses].length >= coupon.usesInTotal) return false
      couponUses.set(orderId, { couponId, customerId })
      return true
    },
    async deleteCouponUse(orderId) {
      couponUses.delete(orderId)
    },
  }
}

import type { Order, OrderUnit } from '../model/order.ts'

/** Whether every card of the order was delivered, whatever has become of the order since. */
export function isDelivered({ units }: Pick<Order, 'units'>): boolean {
  return units.every((unit) => unit.fulfilledAt !== null)
}

/** Whether every card of the order was delivered and the order is not canceled (decision: orders). */
export function isFulfilled(order: Pick<Order, 'status' | 'units'>): boolean {
  return order.status !== 'Canceled' && isDelivered(order)
}

/** Whether any card must be shipped. */
export function hasPhysical(units: readonly Pick<OrderUnit, 'type'>[]): boolean {
  return units.some((unit) => unit.type === 'physical')
}

/** The order as checkout answers it: Processing, nothing fulfilled (spec 3.2), whatever is to come of it. */
export function asPlaced(order: Order): Order {
  return {
    ...order,
    status: 'Processing',
    plan: [],
    units: order.units.map((unit) => ({ ...unit, fulfilledAt: null, sealedSecrets: null })),
  }
}

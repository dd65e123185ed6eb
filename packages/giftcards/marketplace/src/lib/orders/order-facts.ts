import type { Order, OrderUnit } from '../model/order.ts'

/** Whether every card of the order was fulfilled (decision: orders). */
export function isFulfilled(order: Pick<Order, 'units'>): boolean {
  return order.units.every((unit) => unit.fulfilledAt !== null)
}

/** Whether any card must be shipped. */
export function hasPhysical(units: readonly Pick<OrderUnit, 'type'>[]): boolean {
  return units.some((unit) => unit.type === 'physical')
}

/** The order as checkout answered it: Processing, nothing fulfilled (spec 3.2). */
export function asPlaced(order: Order): Order {
  return {
    ...order,
    status: 'Processing',
    units: order.units.map((unit) => ({ ...unit, fulfilledAt: null, sealedSecrets: null })),
  }
}

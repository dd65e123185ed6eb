import type { Order, OrderStatus } from './sandbox-data.ts'

/** The statuses in the order in which an order goes through them, then those that stop it. */
export const orderStatuses = [
  'Processing',
  'Fulfillment',
  'Shipped',
  'Digitally Delivered',
  'Review',
  'Hold',
  'Canceled',
] as const satisfies readonly OrderStatus[]

/** The orders that have one status. */
export interface OrderLane {
  readonly status: string
  readonly orders: readonly Order[]
}

/** A lane for each known status, empty ones included, and one for each further status that some order has. */
export function toLanes(orders: readonly Order[]): readonly OrderLane[] {
  const byStatus = Map.groupBy(orders, (order) => order.status)
  const statuses = [...new Set<string>([...orderStatuses, ...byStatus.keys()])]
  return statuses.map((status) => ({ status, orders: byStatus.get(status) ?? [] }))
}

/** The statuses that the control can give to an order; none to a canceled one, which stays so. */
export function statusChoices(order: Order): readonly OrderStatus[] {
  if (order.status === 'Canceled') return []
  // The control makes it Shipped: offering what will not come would mislead.
  const isPhysical = order.cards.some((cards) => cards.type === 'physical')
  return orderStatuses.filter(
    (status) => status !== order.status && !(isPhysical && status === 'Digitally Delivered'),
  )
}

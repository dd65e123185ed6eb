import type { Order, OrderStatus } from './sandbox-data.ts'

/** The statuses in the usual order, then those that stop an order. */
export const orderStatuses = [
  'Processing',
  'Fulfillment',
  'Shipped',
  'Digitally Delivered',
  'Review',
  'Hold',
  'Canceled',
] as const satisfies readonly OrderStatus[]

/** The orders with one status. */
export interface OrderLane {
  readonly status: string
  readonly orders: readonly Order[]
}

/** A lane for each known status, even if empty, and one for each further status of an order. */
export function toLanes(orders: readonly Order[]): readonly OrderLane[] {
  const byStatus = Map.groupBy(orders, (order) => order.status)
  const statuses = [...new Set<string>([...orderStatuses, ...byStatus.keys()])]
  return statuses.map((status) => ({ status, orders: byStatus.get(status) ?? [] }))
}

/** The statuses that the control can set for an order; none if it is canceled, which is final. */
export function statusChoices(order: Order): readonly OrderStatus[] {
  if (order.status === 'Canceled') return []
  // Not offered, because the control would set it to Shipped.
  const isPhysical = order.cards.some((cards) => cards.type === 'physical')
  return orderStatuses.filter(
    (status) => status !== order.status && !(isPhysical && status === 'Digitally Delivered'),
  )
}

import type { Order, OrderStatus, OrderStep } from '../model/order.ts'
import { hasPhysical } from './order-facts.ts'

/** The status of an order after one step of its plan (decision: orders). */
export function statusAfter({ units }: Pick<Order, 'units'>, step: OrderStep['do']): OrderStatus {
  switch (step) {
    case 'deliver-digital':
      return hasPhysical(units) ? 'Processing' : 'Digitally Delivered'
    case 'prepare':
      return 'Fulfillment'
    case 'ship':
      return 'Shipped'
    case 'review':
      return 'Review'
    case 'hold':
      return 'Hold'
    case 'cancel':
    case 'return':
      return 'Canceled'
  }
}

/** What happens to an order next by itself: when, in milliseconds since the epoch, and its status then. */
export function findNextStep(
  order: Pick<Order, 'plan' | 'units'>,
): { readonly at: number; readonly status: OrderStatus } | undefined {
  const [step] = order.plan
  return step && { at: step.at, status: statusAfter(order, step.do) }
}

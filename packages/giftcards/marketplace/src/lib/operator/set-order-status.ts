import type { MarketplaceDeps } from '../deps.ts'
import type { Order, OrderStatus, OrderStep } from '../model/order.ts'
import { applyStep } from '../orders/apply-step.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { hasPhysical } from '../orders/order-facts.ts'
import { delivery } from '../orders/order-plan.ts'
import { type OrderView, viewOrder } from '../orders/order-view.ts'
import { settleOrders } from '../orders/settle-orders.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { type Outcome, done, isDone, refused } from '../refusal.ts'

/** Puts an order into a state, as an operator would; a canceled one stays so (decision: sandbox). */
export function setOrderStatus(
  deps: MarketplaceDeps,
  orderId: string,
  status: OrderStatus,
): Promise<Outcome<OrderView, 'order_not_found' | 'order_is_final'>> {
  return deps.store.transaction(async (tx) => {
    const now = deps.clock.now()
    await settleOrders(tx, deps, now)
    const order = await tx.findOrderByOrderId(orderId)
    if (order === undefined) return refused('order_not_found')
    if (order.status === 'Canceled') return refused('order_is_final')
    await moveTo(tx, deps, order, status, now)
    const moved = await tx.findOrder(order.id)
    if (moved === undefined) throw new Error('An order vanished while its status was set')
    return done(await viewOrder(tx, moved))
  }, isDone)
}

async function moveTo(
  tx: StoreTransaction,
  deps: MarketplaceDeps,
  order: Order,
  status: OrderStatus,
  now: number,
): Promise<void> {
  // Returned money comes back whatever the operator does meanwhile.
  const returned = order.plan.filter((step) => step.do === 'cancel')
  const physical = hasPhysical(order.units)
  switch (status) {
    case 'Canceled':
      return cancelOrder(tx, order, now)
    case 'Processing':
      return tx.updateOrder(order.id, { status, plan: inOrder([...delivery(now, physical), ...returned]) })
    case 'Review':
    case 'Hold':
      return tx.updateOrder(order.id, { status, plan: returned })
    case 'Fulfillment': {
      const ship = delivery(now, true).filter((step) => step.do === 'ship')
      const plan = inOrder([...ship, ...returned])
      return applyStep(tx, deps, order, { at: now, do: 'prepare' }, plan)
    }
    case 'Shipped':
      return applyStep(tx, deps, order, { at: now, do: 'ship' }, returned)
    case 'Digitally Delivered':
      return applyStep(tx, deps, order, { at: now, do: physical ? 'ship' : 'deliver-digital' }, returned)
  }
}

function inOrder(steps: readonly OrderStep[]): readonly OrderStep[] {
  return steps.toSorted((a, b) => a.at - b.at)
}

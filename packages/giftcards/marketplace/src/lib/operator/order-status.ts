import { hasPhysical, type Order, type OrderStatus, type OrderStep } from '../model/order.ts'
import { type ChosenStep, scheduleStep, takeStep } from '../orders/order-steps.ts'
import { delivery } from '../orders/place-order.ts'
import { type OrderView, viewOrder } from '../orders/order-view.ts'
import type { OrderDeps } from '../ports/deps.ts'
import { done, type Outcome, refused } from '../refusal.ts'

/** The order in its new state. A canceled order stays canceled: `order_is_final`. */
type StatusOutcome = Outcome<OrderView, 'order_not_found' | 'order_is_final'>

/** Sets the status of an order at once, ignoring its plan. An unavailable issuer does not delay a cancellation. */
export async function setOrderStatus(
  deps: OrderDeps,
  orderId: string,
  status: OrderStatus,
): Promise<StatusOutcome> {
  const { store, clock } = deps
  const found = await store.readOne((tx) => tx.findOrderByOrderId(orderId))
  if (found === undefined) return refused('order_not_found')
  const now = clock.now()
  const isSet =
    status === 'Processing'
      ? await resume(deps, found, now)
      : await takeStep(deps, found.id, (order) =>
          order.status === 'Canceled' ? undefined : stepTo(order, status, now),
        )
  if (!isSet) return refused('order_is_final')
  return store.read(async (tx) => {
    const order = await tx.findOrder(found.id)
    if (order === undefined) throw new Error('An order was removed while its status was set')
    return done(await viewOrder(tx, order))
  })
}

/** The step that brings an order into a state at once, and the plan after it. */
function stepTo(order: Order, status: Exclude<OrderStatus, 'Processing'>, at: number): ChosenStep {
  const plan = returns(order)
  switch (status) {
    case 'Canceled':
      return { step: { at, do: 'cancel' }, plan: [] }
    case 'Review':
      return { step: { at, do: 'review' }, plan }
    case 'Hold':
      return { step: { at, do: 'hold' }, plan }
    case 'Fulfillment': {
      const ship = delivery(at, true).filter((step) => step.do === 'ship')
      return { step: { at, do: 'prepare' }, plan: inOrder([...ship, ...plan]) }
    }
    case 'Shipped':
      return { step: { at, do: 'ship' }, plan }
    case 'Digitally Delivered':
      return { step: { at, do: hasPhysical(order.units) ? 'ship' : 'deliver-digital' }, plan }
  }
}

/** Restarts the plan of an order as if it had just been placed; returns false for a canceled order. */
function resume(
  deps: OrderDeps,
  { id, customerId }: Pick<Order, 'id' | 'customerId'>,
  now: number,
): Promise<boolean> {
  return deps.store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId })
    const order = await tx.findOrder(id)
    if (order === undefined || order.status === 'Canceled') return false
    const plan = inOrder([...delivery(now, hasPhysical(order.units)), ...returns(order)])
    await tx.updateOrder(id, { status: 'Processing', plan })
    await scheduleStep(tx, id, plan)
    return true
  })
}

/** The planned steps that return money: an operator cannot stop a return by the bank. */
const returns = ({ plan }: Order): readonly OrderStep[] =>
  plan.filter((step) => step.do === 'cancel' || step.do === 'return')

const inOrder = (steps: readonly OrderStep[]): readonly OrderStep[] => steps.toSorted((a, b) => a.at - b.at)

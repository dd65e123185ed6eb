import { hasPhysical, type Order, type OrderStatus, type OrderStep } from '../model/order.ts'
import { CardsNotIssuedError } from '../orders/issue-cards.ts'
import { type ChosenStep, scheduleStep, takeDueStep, takeStep } from '../orders/order-steps.ts'
import { delivery } from '../orders/place-order.ts'
import { type OrderView, viewOrder } from '../orders/settled-orders.ts'
import type { OrderDeps } from '../ports/deps.ts'
import { done, type Outcome, refused } from '../refusal.ts'
import { settings } from '../settings.ts'

/** Why an order is not put into a state. */
type StatusObjection = 'order_not_found' | 'order_is_final'

/** Puts an order into a state after what was due before, for a sandbox; a canceled one stays so (decision: sandbox). */
export async function setOrderStatus(
  deps: OrderDeps,
  orderId: string,
  status: OrderStatus,
): Promise<Outcome<OrderView, StatusObjection>> {
  const found = await deps.store.ask((tx) => tx.findOrderByOrderId(orderId))
  if (found === undefined) return refused('order_not_found')
  await takeDueSteps(deps, found.id, deps.clock.now())
  return put(deps, found, status)
}

/**
 * Puts an order into a state at once, without what was due before: an issuer that is away must not keep an operator from
 * canceling. A canceled order stays so.
 */
export async function changeOrderStatus(
  deps: OrderDeps,
  orderId: string,
  status: OrderStatus,
): Promise<Outcome<OrderView, StatusObjection>> {
  const found = await deps.store.ask((tx) => tx.findOrderByOrderId(orderId))
  return found === undefined ? refused('order_not_found') : put(deps, found, status)
}

async function put(
  deps: OrderDeps,
  placed: Pick<Order, 'id' | 'customerId'>,
  status: OrderStatus,
): Promise<Outcome<OrderView, 'order_is_final'>> {
  const now = deps.clock.now()
  const isSet =
    status === 'Processing'
      ? await resume(deps, placed, now)
      : await takeStep(deps, placed.id, settings.issuerLimitMs, (order) =>
          order.status === 'Canceled' ? undefined : stepTo(order, status, now),
        )
  if (!isSet) return refused('order_is_final')
  return deps.store.read(async (tx) => {
    const order = await tx.findOrder(placed.id)
    if (order === undefined) throw new Error('An order vanished while its status was set')
    return done(await viewOrder(tx, order))
  })
}

/** Takes the steps that are due. Cards that the issuer does not give now do not stop an operator from canceling. */
async function takeDueSteps(deps: OrderDeps, id: number, now: number): Promise<void> {
  try {
    while (await takeDueStep(deps, id, now, settings.issuerLimitMs));
  } catch (error) {
    if (!(error instanceof CardsNotIssuedError)) throw error
  }
}

/** The step that brings an order into a state at once, and what remains to come. */
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

/** Restarts the course of an order as if it had just been placed; returns whether it can. */
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

/** Returned money comes back whatever the operator does meanwhile. */
const returns = ({ plan }: Order): readonly OrderStep[] =>
  plan.filter((step) => step.do === 'cancel' || step.do === 'return')

const inOrder = (steps: readonly OrderStep[]): readonly OrderStep[] => steps.toSorted((a, b) => a.at - b.at)

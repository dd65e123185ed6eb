import type { OrderDeps } from '../deps.ts'
import { captureHold } from '../drawdown/drawdown-holds.ts'
import type { Order, OrderStep } from '../model/order.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { cancelOrder } from './cancel-order.ts'
import { issueCards, unitsDelivered } from './issue-cards.ts'
import { statusAfter } from './next-step.ts'
import { isDelivered } from './order-facts.ts'
import { endStep, scheduleStep } from './schedule-step.ts'

/** A step that is to be taken, and what is to come after it. */
export interface ChosenStep {
  readonly step: OrderStep
  readonly plan: readonly OrderStep[]
}

/** Takes the next step of an order where it is due; answers whether there was one. */
export function takeDueStep(
  deps: OrderDeps,
  orderId: number,
  now: number,
  limitMs: number,
): Promise<boolean> {
  return takeStep(deps, orderId, limitMs, ({ plan: [step, ...plan] }) =>
    step !== undefined && step.at <= now ? { step, plan } : undefined,
  )
}

/**
 * Takes one step of an order: the cards that it delivers are obtained first, outside of any transaction; then one transaction changes
 * the order, unless somebody else has meanwhile, whereupon `choose` is asked again. Answers whether there was a step.
 */
export async function takeStep(
  deps: OrderDeps,
  orderId: number,
  limitMs: number,
  choose: (order: Order) => ChosenStep | undefined,
): Promise<boolean> {
  for (;;) {
    const seen = await deps.store.read(async (tx) => {
      const order = await tx.findOrder(orderId)
      const merchantIds = new Set(order?.units.map((unit) => unit.merchantId))
      return order && { order, merchants: await tx.findMerchants([...merchantIds]) }
    })
    const chosen = seen && choose(seen.order)
    if (seen === undefined || chosen === undefined) return false
    const units = unitsDelivered(seen.order, chosen.step.do)
    const sealed = await issueCards(deps, seen.order, units, seen.merchants, limitMs)
    const { customerId } = seen.order
    const isTaken = await deps.store.transaction(async (tx) => {
      await tx.lock({ kind: 'customer', customerId })
      const order = await tx.findOrder(orderId)
      if (order === undefined || !isSame(order, seen.order)) return false
      await applyStep(tx, order, chosen, sealed)
      await endStep(tx, orderId, chosen.step)
      return true
    })
    if (isTaken) return true
  }
}

function isSame(order: Order, seen: Order): boolean {
  return order.status === seen.status && JSON.stringify(order.plan) === JSON.stringify(seen.plan)
}

/**
 * Applies one step to an order, at the step's own time; `sealed` are the secrets of the cards that it delivers. The last card's fulfilment
 * captures the drawdown hold (decision: drawdown).
 */
async function applyStep(
  tx: StoreTransaction,
  order: Order,
  { step, plan }: ChosenStep,
  sealed: ReadonlyMap<number, string>,
): Promise<void> {
  if (step.do === 'cancel' || step.do === 'return')
    return cancelOrder(tx, order, step.at, step.do === 'return')
  const units = order.units.map((unit) => {
    const sealedSecrets = sealed.get(unit.id)
    return sealedSecrets === undefined ? unit : { ...unit, fulfilledAt: step.at, sealedSecrets }
  })
  const captures = order.hold === 'pending' && isDelivered({ units })
  if (captures) await captureHold(tx, order, step.at)
  await tx.updateOrder(order.id, {
    status: statusAfter(order, step.do),
    plan,
    units: units.filter((unit, index) => unit !== order.units[index]),
    ...(captures ? { hold: 'captured' } : {}),
  })
  await scheduleStep(tx, order.id, plan)
}

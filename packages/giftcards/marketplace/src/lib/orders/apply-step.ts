import type { MarketplaceDeps } from '../deps.ts'
import { captureHold } from '../drawdown/capture-hold.ts'
import type { Order, OrderStep } from '../model/order.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { cancelOrder } from './cancel-order.ts'
import { fulfilUnits } from './fulfil-units.ts'
import { statusAfter } from './next-step.ts'
import { isFulfilled } from './order-facts.ts'

type Deps = Pick<MarketplaceDeps, 'issuer' | 'vault'>

/** Applies one step to an order, at the step's own time, and keeps `plan` as what is still to come. */
export async function applyStep(
  tx: StoreTransaction,
  deps: Deps,
  order: Order,
  step: OrderStep,
  plan: readonly OrderStep[],
): Promise<void> {
  if (step.do === 'cancel') return cancelOrder(tx, order, step.at)
  const { status, units, hold } = await takeStep(tx, deps, order, step)
  await tx.updateOrder(order.id, {
    status,
    plan,
    units: units.filter((unit, index) => unit !== order.units[index]),
    ...(hold === order.hold ? {} : { hold }),
  })
}

/** Which cards a step fulfils; the others fulfil none. */
const deliveries: Partial<Record<OrderStep['do'], 'digital' | 'all'>> = {
  'deliver-digital': 'digital',
  ship: 'all',
}

/**
 * The order as any step but a cancellation leaves it, its plan aside; only its cards are issued and its money moved so far.
 * The last card's fulfilment captures the drawdown hold (decision: drawdown).
 */
export async function takeStep(
  tx: StoreTransaction,
  deps: Deps,
  order: Order,
  step: OrderStep,
): Promise<Order> {
  const delivers = deliveries[step.do]
  const fulfilled = delivers === undefined ? [] : await fulfilUnits(tx, deps, order, delivers, step.at)
  const changed = new Map(fulfilled.map((unit) => [unit.id, unit]))
  const units = order.units.map((unit) => changed.get(unit.id) ?? unit)
  const captures = order.hold === 'pending' && isFulfilled({ units })
  if (captures) await captureHold(tx, order, step.at)
  return { ...order, status: statusAfter(order, step.do), units, hold: captures ? 'captured' : order.hold }
}

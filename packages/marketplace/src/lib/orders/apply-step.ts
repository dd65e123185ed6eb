import type { MarketplaceDeps } from '../deps.ts'
import { captureHold } from '../drawdown/capture-hold.ts'
import type { Order, OrderStatus, OrderStep, OrderUnit } from '../model/order.ts'
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
  const delivers = deliveries[step.do]
  const units = delivers === undefined ? [] : await fulfilUnits(tx, deps, order, delivers, step.at)
  return moveOn(tx, order, { status: statusAfter(order, step.do), plan, units }, step.at)
}

/** Which cards a step fulfils; the others fulfil none. */
const deliveries: Partial<Record<OrderStep['do'], 'digital' | 'all'>> = {
  'deliver-digital': 'digital',
  ship: 'all',
}

interface Progress {
  readonly status: OrderStatus
  readonly plan: readonly OrderStep[]
  /** Those that changed. */
  readonly units: readonly OrderUnit[]
}

/** Stores progress; the last card's fulfilment captures the drawdown hold (decision: drawdown). */
async function moveOn(tx: StoreTransaction, order: Order, progress: Progress, at: number): Promise<void> {
  const changed = new Map(progress.units.map((unit) => [unit.id, unit]))
  const units = order.units.map((unit) => changed.get(unit.id) ?? unit)
  const captures = order.hold === 'pending' && isFulfilled({ units })
  if (captures) await captureHold(tx, order, at)
  await tx.updateOrder(order.id, { ...progress, ...(captures ? { hold: 'captured' } : {}) })
}

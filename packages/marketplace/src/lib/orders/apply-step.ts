import type { MarketplaceDeps } from '../deps.ts'
import { captureHold } from '../drawdown/capture-hold.ts'
import type { Order, OrderStatus, OrderStep, OrderUnit } from '../model/order.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { cancelOrder } from './cancel-order.ts'
import { fulfilUnits } from './fulfil-units.ts'
import { hasPhysical, isFulfilled } from './order-facts.ts'

type Deps = Pick<MarketplaceDeps, 'issuer' | 'vault'>

/** Applies one step to an order, at the step's own time, and keeps `plan` as what is still to come. */
export async function applyStep(
  tx: StoreTransaction,
  deps: Deps,
  order: Order,
  step: OrderStep,
  plan: readonly OrderStep[],
): Promise<void> {
  switch (step.do) {
    case 'deliver-digital': {
      const units = await fulfilUnits(tx, deps, order, 'digital', step.at)
      const status = hasPhysical(order.units) ? 'Processing' : 'Digitally Delivered'
      return moveOn(tx, order, { status, plan, units }, step.at)
    }
    case 'prepare':
      return moveOn(tx, order, { status: 'Fulfillment', plan, units: [] }, step.at)
    case 'ship': {
      const units = await fulfilUnits(tx, deps, order, 'all', step.at)
      return moveOn(tx, order, { status: 'Shipped', plan, units }, step.at)
    }
    case 'review':
      return moveOn(tx, order, { status: 'Review', plan, units: [] }, step.at)
    case 'hold':
      return moveOn(tx, order, { status: 'Hold', plan, units: [] }, step.at)
    case 'cancel':
      return cancelOrder(tx, order, step.at)
  }
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

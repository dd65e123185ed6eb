import {
  captureHold,
  changeStoreCredit,
  refundCapture,
  refundEntry,
  releaseHold,
} from '../customers/ledger.ts'
import {
  hasPhysical,
  isDelivered,
  type Order,
  type OrderStatus,
  type OrderStep,
  type OrderUnit,
} from '../model/order.ts'
import { countByBucket, findMerchantsOf } from '../model/stock.ts'
import { assertPaid, refundOrder } from '../payments/refunds.ts'
import type { OrderDeps } from '../ports/deps.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { issueCards } from './issue-cards.ts'

/** A step to take, and the plan after it. */
export interface ChosenStep {
  readonly step: OrderStep
  readonly plan: readonly OrderStep[]
}

/** Takes the next step of an order if it is due at the given time, and returns whether there was one. */
export function takeDueStep(deps: OrderDeps, orderId: number, moment: number): Promise<boolean> {
  const choose = ({ plan: [step, ...plan] }: Order): ChosenStep | undefined =>
    step !== undefined && step.at <= moment ? { step, plan } : undefined
  return takeStep(deps, orderId, choose)
}

/**
 * Takes one step of an order. It obtains the cards to deliver while no transaction is open; then one transaction changes the order. If
 * the order has changed meanwhile, it starts again with `choose`. Returns whether there was a step.
 */
export async function takeStep(
  deps: OrderDeps,
  orderId: number,
  choose: (order: Order) => ChosenStep | undefined,
): Promise<boolean> {
  for (;;) {
    const seen = await deps.store.read(async (tx) => {
      const order = await tx.findOrder(orderId)
      return order && { order, merchants: await findMerchantsOf(tx, order.units) }
    })
    const chosen = seen && choose(seen.order)
    if (seen === undefined || chosen === undefined) return false
    const units = unitsDelivered(seen.order, chosen.step.do)
    const sealed = await issueCards(deps, seen.order, units, seen.merchants)
    const { customerId } = seen.order
    const isTaken = await deps.store.transaction(async (tx) => {
      await tx.lock({ kind: 'customer', customerId })
      const order = await tx.findOrder(orderId)
      if (order === undefined || !isSame(order, seen.order)) return false
      // End this job before the next is written: a next step due at the same time has the same job id.
      await tx.endJob(jobOf(orderId, chosen.step), chosen.step.at)
      await applyStep(tx, order, chosen, sealed)
      return true
    })
    if (isTaken) return true
  }
}

function isSame(order: Order, seen: Order): boolean {
  return order.status === seen.status && JSON.stringify(order.plan) === JSON.stringify(seen.plan)
}

/** The cards of an order that a step delivers. */
function unitsDelivered({ units }: Order, step: OrderStep['do']): readonly OrderUnit[] {
  const delivers = ({ type }: OrderUnit): boolean =>
    step === 'ship' || (step === 'deliver-digital' && type !== 'physical')
  return units.filter((unit) => unit.fulfilledAt === null && delivers(unit))
}

/**
 * Applies one step to an order, with the step's own time; `sealed` are the secrets of the cards that it delivers. The delivery of the
 * last card captures the drawdown hold (decision: drawdown).
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

/**
 * Cancels an order: undelivered cards return to stock, coupon use and money are given back, its cards leave the wallet (decision:
 * orders). A delivered card is never sold again, since its buyer knows it. `isReturned`: the bank has returned the payment.
 */
async function cancelOrder(
  tx: StoreTransaction,
  order: Order,
  at: number,
  isReturned: boolean,
): Promise<void> {
  const undelivered = order.units.filter((unit) => unit.fulfilledAt === null)
  for (const { bucket, count } of countByBucket(undelivered)) await tx.returnStock(bucket, count)
  await tx.deleteCouponUse(order.id)
  const hold = await returnMoney(tx, order, at, isReturned)
  // An undelivered card may have been issued too, if the issuer's response was lost.
  const task = { kind: 'void-cards', orderId: order.id } as const
  await tx.insertJob({ id: `void-cards/${order.id}`, task, dueAt: at })
  await tx.updateOrder(order.id, { status: 'Canceled', plan: [], hold })
}

const ledger = 'its ledger'

/** Gives the money of an order back to its source; returns the new state of its drawdown hold. */
async function returnMoney(
  tx: StoreTransaction,
  order: Order,
  at: number,
  isReturned: boolean,
): Promise<Order['hold']> {
  if (order.payment.paidBy === 'store-credit') {
    const customer = await tx.findCustomer(order.customerId)
    if (customer === undefined) throw new Error(`Order ${order.id} has no customer`)
    assertPaid(order, order.dueCents, await tx.findPurchaseCents('store-credit', order.id), ledger)
    await changeStoreCredit(tx, customer, refundEntry(order, at))
  }
  await refundOrder(tx, order, at, isReturned)
  if (order.hold === 'pending') {
    await releaseHold(tx, order)
    return 'released'
  }
  if (order.hold === 'captured') {
    assertPaid(order, order.dueCents, await tx.findPurchaseCents('drawdown', order.id), ledger)
    await refundCapture(tx, order, at)
    return 'refunded'
  }
  return order.hold
}

/** The status of an order after one step of its plan (decision: orders). */
function statusAfter({ units }: Pick<Order, 'units'>, step: OrderStep['do']): OrderStatus {
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

/** Finds the next planned step of an order: when, in milliseconds since the epoch, and its status then. */
export function findNextStep(
  order: Pick<Order, 'plan' | 'units'>,
): { readonly at: number; readonly status: OrderStatus } | undefined {
  const [step] = order.plan
  return step && { at: step.at, status: statusAfter(order, step.do) }
}

/** Writes the job of the next step, in the transaction that plans it. */
export async function scheduleStep(
  tx: StoreTransaction,
  orderId: number,
  [next]: readonly OrderStep[],
): Promise<void> {
  if (next === undefined) return
  const task = { kind: 'order-step', orderId } as const
  await tx.insertJob({ id: jobOf(orderId, next), task, dueAt: next.at })
}

const jobOf = (orderId: number, { at }: OrderStep): string => `order-step/${orderId}/${at}`

import { captureHold } from '../drawdown/drawdown-holds.ts'
import { hasPhysical, isDelivered, type Order, type OrderStatus, type OrderStep } from '../model/order.ts'
import type { OrderDeps } from '../ports/deps.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'
import { settings } from '../settings.ts'
import { cancelOrder } from './cancel-order.ts'
import { CardsNotIssuedError, issueCards, unitsDelivered } from './issue-cards.ts'

/** A step to take, and the plan after it. */
export interface ChosenStep {
  readonly step: OrderStep
  readonly plan: readonly OrderStep[]
}

/** Takes the next step of an order where it is due; returns whether there was one. */
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
 * Takes one step of an order. It obtains the cards to deliver outside of any transaction; then one transaction changes the order. Where
 * the order has changed meanwhile, `choose` is asked again. Returns whether there was a step.
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

/** Writes the job of the next step, in the transaction that has planned it. */
export async function scheduleStep(
  tx: StoreTransaction,
  orderId: number,
  [next]: readonly OrderStep[],
): Promise<void> {
  if (next === undefined) return
  const task = { kind: 'order-step', orderId } as const
  await tx.insertJob({ id: jobOf(orderId, next), task, dueAt: next.at })
}

/** Ends the job of a step that has been taken, in the transaction that has taken it. */
function endStep(tx: StoreTransaction, orderId: number, step: OrderStep): Promise<void> {
  return tx.endJob(jobOf(orderId, step), step.at)
}

const jobOf = (orderId: number, { at }: OrderStep): string => `order-step/${orderId}/${at}`

/** How many steps one request takes at most. */
const mostSteps = 20

/**
 * Takes the due steps of a customer's orders, so that the customer sees them as if each step had happened at its own time. Returns
 * whether there were any.
 */
export function settleAccount(deps: OrderDeps, customerId: number): Promise<boolean> {
  return settle(deps, customerId, mostSteps)
}

/** Takes the due steps of all orders: for a sandbox, whose clock may just have been moved on by days. */
export async function settleEverything(deps: OrderDeps): Promise<void> {
  await settle(deps, undefined, Number.POSITIVE_INFINITY)
}

/** Takes the longest due first. An order whose cards the issuer does not give now stays as it is; its job tries again. */
async function settle(deps: OrderDeps, customerId: number | undefined, most: number): Promise<boolean> {
  const now = deps.clock.now()
  const failed: number[] = []
  let steps = 0
  for (; steps < most; steps += 1) {
    const due = await deps.store.ask((tx) => tx.listDueOrders(now, failed.length + 1, customerId))
    const orderId = due.find((id) => !failed.includes(id))
    if (orderId === undefined) break
    try {
      await takeDueStep(deps, orderId, now, settings.requestPatienceMs)
    } catch (error) {
      if (!(error instanceof CardsNotIssuedError)) throw error
      failed.push(orderId)
    }
  }
  return steps > failed.length
}

/** Reads a customer's orders as they are now: takes due steps first, else reads without a write. */
export async function readSettled<T>(
  deps: OrderDeps,
  customerId: number,
  work: (tx: StoreReader, now: number) => Promise<T>,
): Promise<T> {
  const now = deps.clock.now()
  const settled = await deps.store.read(async (tx) => {
    const due = await tx.listDueOrders(now, 1, customerId)
    return due.length > 0 ? undefined : { value: await work(tx, now) }
  })
  if (settled !== undefined) return settled.value
  await settleAccount(deps, customerId)
  return deps.store.read((tx) => work(tx, now))
}

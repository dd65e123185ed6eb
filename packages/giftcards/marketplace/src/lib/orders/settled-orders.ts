import type { CustomerCaller } from '../model/accounts.ts'
import type { Order } from '../model/order.ts'
import { findMerchantsOf, type Merchant } from '../model/stock.ts'
import type { MarketplaceDeps, OrderDeps } from '../ports/deps.ts'
import type { StoreReader } from '../ports/store.ts'
import { done, type Outcome, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import { CardsNotIssuedError } from './issue-cards.ts'
import { takeDueStep } from './order-steps.ts'

/** An order with the merchants of its cards. */
export interface OrderView extends Order {
  readonly merchants: ReadonlyMap<number, Merchant>
}

/** Loads the merchants of an order's cards. */
export async function viewOrder(tx: StoreReader, order: Order): Promise<OrderView> {
  return { ...order, merchants: await findMerchantsOf(tx, order.units) }
}

/** The caller's own order as it is now (spec 3.2, 4.1). */
export function getOrder(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  orderId: string,
): Promise<Outcome<OrderView, 'order_not_found'>> {
  return readSettled(deps, caller.customerId, async (tx) => {
    const order = await tx.findOrderByOrderId(orderId)
    return order?.customerId === caller.customerId
      ? done(await viewOrder(tx, order))
      : refused('order_not_found')
  })
}

/** The orders of all customers, newest first, at most `limit`; `count` is of all (decision: sandbox). */
export async function listOrders(
  tx: StoreReader,
  limit: number,
): Promise<{ readonly orders: readonly OrderView[]; readonly count: number }> {
  const orders: OrderView[] = []
  for (const order of await tx.listOrders(limit)) orders.push(await viewOrder(tx, order))
  return { orders, count: await tx.countOrders() }
}

/** The most steps that one request takes. */
const mostSteps = 20

/**
 * Takes the due steps of a customer's orders, so that a request never shows an order in a state that is out of date. Returns whether
 * there were any.
 */
export function settleAccount(deps: OrderDeps, customerId: number): Promise<boolean> {
  return settle(deps, customerId, mostSteps)
}

/** Takes the due steps of all orders: for a sandbox whose clock has just been set days ahead. */
export async function settleEverything(deps: OrderDeps): Promise<void> {
  await settle(deps, undefined, Number.POSITIVE_INFINITY)
}

/** Takes the step that is due longest first. If the issuer gives no cards, the order stays as it is; its job retries. */
async function settle(deps: OrderDeps, customerId: number | undefined, most: number): Promise<boolean> {
  const now = deps.clock.now()
  const failed: number[] = []
  let steps = 0
  for (; steps < most; steps += 1) {
    const due = await deps.store.readOne((tx) => tx.listDueOrders(now, failed.length + 1, customerId))
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

/** Runs a read after the due steps of the customer's orders were taken. Where none is due, it writes nothing. */
export async function readSettled<T>(
  deps: OrderDeps,
  customerId: number,
  work: (tx: StoreReader) => Promise<T>,
): Promise<T> {
  const now = deps.clock.now()
  const settled = await deps.store.read(async (tx) => {
    const due = await tx.listDueOrders(now, 1, customerId)
    return due.length > 0 ? undefined : { value: await work(tx) }
  })
  if (settled !== undefined) return settled.value
  await settleAccount(deps, customerId)
  return deps.store.read(work)
}

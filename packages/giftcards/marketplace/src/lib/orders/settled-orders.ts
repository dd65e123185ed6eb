import type { CustomerCaller } from '../model/accounts.ts'
import type { Order } from '../model/order.ts'
import { findMerchantsOf, type Merchant } from '../model/stock.ts'
import type { MarketplaceDeps, OrderDeps } from '../ports/deps.ts'
import type { StoreReader } from '../ports/store.ts'
import { done, type Outcome, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import { CardsNotIssuedError } from './issue-cards.ts'
import { isStepDue, takeDueStep } from './order-steps.ts'

/** An order with the merchants of its cards. */
export interface OrderView extends Order {
  readonly merchants: ReadonlyMap<number, Merchant>
}

/** Loads the merchants of an order's cards. */
export async function viewOrder(tx: StoreReader, order: Order): Promise<OrderView> {
  return { ...order, merchants: await findMerchantsOf(tx, order.units) }
}

/** The caller's own order in its current state (spec 3.2, 4.1). */
export async function getOrder(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  orderId: string,
): Promise<Outcome<OrderView, 'order_not_found'>> {
  const find = () =>
    deps.store.read<Outcome<OrderView, 'order_not_found'>>(async (tx) => {
      const order = await tx.findOrderByOrderId(orderId)
      return order?.customerId === caller.customerId
        ? done(await viewOrder(tx, order))
        : refused('order_not_found')
    })
  const seen = await find()
  if (seen.kind === 'refused' || !isStepDue(seen.value, deps.clock.now())) return seen
  await settleOrder(deps, seen.value.id)
  return find()
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

/** The real time at which a request that comes now stops waiting for the issuer, for any number of cards and orders. */
const deadlineOf = ({ realTime }: OrderDeps): number => realTime.now() + settings.requestPatienceMs

/**
 * Takes the due steps of one order. If the issuer does not return its cards in time, the order stays unchanged and its job does
 * the rest.
 */
export async function settleOrder(deps: OrderDeps, orderId: number): Promise<void> {
  const now = deps.clock.now()
  const until = deadlineOf(deps)
  while ((await tryStep(deps, orderId, now, until)) === 'taken');
}

/** Takes a due step of an order, if there is one and the issuer returns its cards in time. */
async function tryStep(
  deps: OrderDeps,
  orderId: number,
  now: number,
  until: number,
): Promise<'taken' | 'none' | 'no cards'> {
  try {
    return (await takeDueStep(deps, orderId, now, settings.issuerLimitMs, until)) ? 'taken' : 'none'
  } catch (error) {
    if (!(error instanceof CardsNotIssuedError)) throw error
    return 'no cards'
  }
}

/** The most steps of an account that one request takes. */
const mostSteps = 20

/**
 * Takes the due steps of a customer's orders, so that a request never shows an account in a state that is out of date. Returns whether
 * there were any. Steps that need no cards are taken even where the issuer has used up the time of the request.
 */
export function settleAccount(deps: OrderDeps, customerId: number): Promise<boolean> {
  return settle(deps, customerId, deadlineOf(deps), (steps) => steps >= mostSteps)
}

/**
 * Takes the due steps of all orders, for a sandbox whose clock has just been set days ahead. Cards that the issuer does not return in time
 * are left to the jobs.
 */
export async function settleEverything(deps: OrderDeps): Promise<void> {
  const until = deadlineOf(deps)
  await settle(deps, undefined, until, () => deps.realTime.now() >= until)
}

/** Takes the step that is due longest first, until none is left or `isOver`. */
async function settle(
  deps: OrderDeps,
  customerId: number | undefined,
  until: number,
  isOver: (steps: number) => boolean,
): Promise<boolean> {
  const now = deps.clock.now()
  const failed: number[] = []
  let steps = 0
  for (; !isOver(steps); steps += 1) {
    const due = await deps.store.readOne((tx) => tx.listDueOrders(now, failed.length + 1, customerId))
    const orderId = due.find((id) => !failed.includes(id))
    if (orderId === undefined) break
    if ((await tryStep(deps, orderId, now, until)) === 'no cards') failed.push(orderId)
  }
  return steps > failed.length
}

/** Runs a read of an account after the due steps of its orders were taken. Where none is due, it writes nothing. */
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

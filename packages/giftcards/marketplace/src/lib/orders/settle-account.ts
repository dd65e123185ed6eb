import type { OrderDeps } from '../deps.ts'
import type { StoreReader } from '../ports/store.ts'
import { settings } from '../settings.ts'
import { CardsNotIssuedError } from './issue-cards.ts'
import { takeDueStep } from './take-step.ts'

/** How many steps of its own account's orders one request does at most. */
const mostSteps = 20

/**
 * Does what is due of a customer's orders, so that the customer sees them as if each step had happened at its own time. Answers
 * whether there was anything.
 */
export function settleAccount(deps: OrderDeps, customerId: number): Promise<boolean> {
  return settle(deps, customerId, mostSteps)
}

/** Does what is due of everybody's orders: for a sandbox, whose clock may just have been moved on by days. */
export async function settleEverything(deps: OrderDeps): Promise<void> {
  await settle(deps, undefined, Number.POSITIVE_INFINITY)
}

/** The longest due first. An order whose cards cannot be had now stays as it is; its job tries again. */
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

/** Reads the caller's orders as they are now: settles first where anything is due, else reads without a write. */
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

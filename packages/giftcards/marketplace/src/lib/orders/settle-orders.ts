import type { MarketplaceDeps } from '../deps.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'
import { applyStep } from './apply-step.ts'

/**
 * Applies every step that is due by now, oldest first across orders, of one customer or of all. Whoever looks sees the
 * order as if each step had happened at its own time. Answers how many steps were applied, at most `limit`.
 */
export async function settleOrders(
  tx: StoreTransaction,
  deps: Pick<MarketplaceDeps, 'issuer' | 'vault'>,
  now: number,
  customerId?: number,
  limit = Number.POSITIVE_INFINITY,
): Promise<number> {
  for (let applied = 0; applied < limit; applied += 1) {
    const [id] = await tx.listDueOrders(now, 1, customerId)
    const order = id === undefined ? undefined : await tx.findOrder(id)
    const [step, ...rest] = order?.plan ?? []
    if (order === undefined || step === undefined) return applied
    await applyStep(tx, deps, order, step, rest)
  }
  return limit
}

/** Reads the caller's orders as they are now: settles first where anything is due, else reads without a write. */
export async function readSettled<T>(
  { store, clock, issuer, vault }: Pick<MarketplaceDeps, 'store' | 'clock' | 'issuer' | 'vault'>,
  customerId: number,
  work: (tx: StoreReader, now: number) => Promise<T>,
): Promise<T> {
  const now = clock.now()
  const settled = await store.read(async (tx) => {
    const due = await tx.listDueOrders(now, 1, customerId)
    return due.length > 0 ? undefined : { value: await work(tx, now) }
  })
  if (settled !== undefined) return settled.value
  return store.transaction(async (tx) => {
    await settleOrders(tx, { issuer, vault }, now, customerId)
    return work(tx, now)
  })
}

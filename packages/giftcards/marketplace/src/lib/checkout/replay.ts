import type { CustomerCaller } from '../model/caller.ts'
import { asPlaced } from '../orders/order-facts.ts'
import { viewOrder } from '../orders/order-view.ts'
import type { StoreReader } from '../ports/store.ts'
import { done, refused } from '../refusal.ts'
import type { CheckoutOutcome } from './checkout-outcome.ts'
import type { Idempotency } from './checkout-request.ts'

/** The outcome of an earlier checkout under the same key; `undefined` where there was none (decision: checkout). */
export async function replay(
  tx: StoreReader,
  { customerId }: CustomerCaller,
  { key, fingerprint }: Idempotency,
  now: number,
): Promise<CheckoutOutcome | undefined> {
  const record = await tx.findIdempotencyRecord(customerId, key, now)
  if (record === undefined) return undefined
  if (record.fingerprint !== fingerprint) return { ...refused('idempotency_mismatch'), isReplay: false }
  if ('refusal' in record.outcome) return { ...refused(record.outcome.refusal), isReplay: true }
  const order = await tx.findOrder(record.outcome.orderId)
  if (order === undefined)
    throw new Error(`The order of an idempotency record is gone: ${record.outcome.orderId}`)
  return { ...done({ order: await viewOrder(tx, asPlaced(order)) }), isReplay: true }
}

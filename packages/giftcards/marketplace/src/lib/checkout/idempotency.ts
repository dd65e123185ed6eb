import type { CustomerCaller } from '../model/caller.ts'
import { asPlaced } from '../orders/order-facts.ts'
import { viewOrder } from '../orders/order-view.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'
import { done, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import { type CheckoutOutcome, type ExecutedRefusalKind, executedRefusalKinds } from './checkout-outcome.ts'
import type { Idempotency } from './checkout-request.ts'

/** Keeps the outcome of a checkout, so that a repeated key gets the same one; without a key there is nothing to keep. */
export async function remember(
  tx: StoreTransaction,
  customerId: number,
  idempotency: Idempotency | null | undefined,
  outcome: { readonly orderId: number } | { readonly refusal: ExecutedRefusalKind },
  now: number,
): Promise<void> {
  if (idempotency === null || idempotency === undefined) return
  const { key, fingerprint } = idempotency
  const expiresAt = now + settings.idempotencyTtlMs
  await tx.putIdempotencyRecord({ customerId, key, fingerprint, outcome, expiresAt })
}

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
  if ('refusal' in record.outcome) return { ...refused(parseKind(record.outcome.refusal)), isReplay: true }
  const order = await tx.findOrder(record.outcome.orderId)
  if (order === undefined)
    throw new Error(`The order of an idempotency record is gone: ${record.outcome.orderId}`)
  return { ...done({ order: await viewOrder(tx, asPlaced(order)) }), isReplay: true }
}

/** Throws for a kind that no checkout of this version keeps. */
function parseKind(stored: string): ExecutedRefusalKind {
  const kind = executedRefusalKinds.find((known) => known === stored)
  if (kind === undefined) throw new Error(`An idempotency record holds an unknown refusal: ${stored}`)
  return kind
}

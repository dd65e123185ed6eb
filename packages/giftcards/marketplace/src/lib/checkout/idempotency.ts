import type { CustomerCaller } from '../model/accounts.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'
import { kept, type Refused, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import {
  answerPlaced,
  type CheckoutOutcome,
  type ExecutedRefusalKind,
  executedRefusalKinds,
  type Idempotency,
} from './checkout-request.ts'

/** Another checkout of the account is running, and this one has waited for the limit. */
export const inProgress: CheckoutOutcome = { ...refused('checkout_in_progress'), isReplay: false }

/** Keeps the outcome of a checkout for replays. Without a key, does nothing. */
export async function rememberOutcome(
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

/** Returns the outcome of an earlier checkout under the same key; `undefined` if there was none (decision: checkout). */
export async function replayOutcome(
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
    throw new Error(`The order of an idempotency record does not exist: ${record.outcome.orderId}`)
  return answerPlaced(tx, order, true)
}

/** Keeps a refusal, in a new transaction because its own was rolled back; returns the outcome of the checkout. */
export async function rememberRefusal(
  { store, clock }: Pick<MarketplaceDeps, 'store' | 'clock'>,
  caller: CustomerCaller,
  idempotency: Idempotency | undefined,
  { refusal }: Refused<ExecutedRefusalKind>,
): Promise<CheckoutOutcome> {
  const outcome: CheckoutOutcome = { kind: 'refused', refusal, isReplay: false }
  if (idempotency === undefined) return outcome
  const { customerId } = caller
  const result = await store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId })
    const now = clock.now()
    const earlier = await replayOutcome(tx, caller, idempotency, now)
    if (earlier !== undefined) return earlier
    // Another process may have started a payment under the same key meanwhile. Then its outcome is kept.
    const pending = await tx.findPaymentOf(customerId)
    if (pending?.idempotency?.key === idempotency.key) return inProgress
    await rememberOutcome(tx, customerId, idempotency, { refusal: refusal.kind }, now)
    return kept(outcome)
  })
  return 'kept' in result ? result.kept : result
}

/** Throws for a refusal kind that this version does not store. */
function parseKind(stored: string): ExecutedRefusalKind {
  const kind = executedRefusalKinds.find((known) => known === stored)
  if (kind === undefined) throw new Error(`An idempotency record has an unknown refusal: ${stored}`)
  return kind
}

import type { IdempotencyRecord, StoreTransaction } from '../ports/store.ts'
import { settings } from '../settings.ts'
import type { Idempotency } from './checkout-request.ts'

/** Keeps what a checkout came to, so that a repeated key is answered the same; without a key there is nothing to keep. */
export async function remember(
  tx: StoreTransaction,
  customerId: number,
  idempotency: Idempotency | null | undefined,
  outcome: IdempotencyRecord['outcome'],
  now: number,
): Promise<void> {
  if (idempotency === null || idempotency === undefined) return
  const { key, fingerprint } = idempotency
  const expiresAt = now + settings.idempotencyTtlMs
  await tx.putIdempotencyRecord({ customerId, key, fingerprint, outcome, expiresAt })
}

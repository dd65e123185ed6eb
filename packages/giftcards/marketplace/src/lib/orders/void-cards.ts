import type { JobDeps } from '../deps.ts'
import { withinLimit } from '../payments/within-limit.ts'
import { settings } from '../settings.ts'
import { cardReference } from './issue-cards.ts'

/** Has the issuer make the delivered cards of a canceled order worthless; rejects where it does not say so of one. */
export async function voidCards({ store, realTime, issuer }: JobDeps, orderId: number): Promise<void> {
  const order = await store.read((tx) => tx.findOrder(orderId))
  const delivered = order?.units.filter((unit) => unit.fulfilledAt !== null) ?? []
  for (const unit of delivered) {
    const reference = order && cardReference(order, unit)
    if (reference !== undefined)
      await withinLimit(realTime.startTimer, settings.issuerLimitMs, () => issuer.void(reference))
  }
}

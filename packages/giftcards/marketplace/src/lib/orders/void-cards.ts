import type { JobDeps } from '../deps.ts'
import { withinLimit } from '../ports/real-time.ts'
import { settings } from '../settings.ts'
import { cardReference } from './issue-cards.ts'

/** Has the issuer make the cards of a canceled order worthless, issued or not; rejects where it does not confirm one. */
export async function voidCards({ store, realTime, issuer }: JobDeps, orderId: number): Promise<void> {
  const order = await store.read((tx) => tx.findOrder(orderId))
  // A reset of a sandbox may have removed it meanwhile.
  if (order === undefined) return
  for (const unit of order.units) {
    const reference = cardReference(order, unit)
    await withinLimit(realTime.startTimer, settings.issuerLimitMs, () => issuer.void(reference))
  }
}

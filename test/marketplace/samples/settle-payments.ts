import type { MarketplaceDeps } from '@giftcards/marketplace'
import { settlePayment } from '@giftcards/marketplace/testing'

/**
 * Settles the payments that no process works on, as their jobs would. Returns their number. If the gateway fails for some
 * payments, it settles the others and then rejects with the first failure.
 */
export async function settlePayments(
  deps: Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'gateway'>,
): Promise<number> {
  const left = await deps.store.read((tx) => tx.listPaymentsToSettle(deps.realTime.now(), 100))
  const results = await Promise.allSettled(left.map((reference) => settlePayment(deps, reference)))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
  return results.filter((result) => result.status === 'fulfilled' && result.value).length
}

import { settlePayment } from '../payments/settle-payment.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'

/**
 * Settles the payments that nobody is at work on, as their jobs would; returns how many. Where the gateway failed for some, it settles
 * the others and then rejects with the first failure.
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

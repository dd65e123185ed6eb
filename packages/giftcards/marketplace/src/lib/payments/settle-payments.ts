import type { MarketplaceDeps } from '../deps.ts'
import type { PendingPayment } from '../model/payment.ts'
import { cancelCharges } from './ask-gateway.ts'
import { finishPayment } from './finish-payment.ts'
import { leaseMs } from './lease.ts'

/** What is needed to settle payments. */
type Deps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'gateway'>

/** How many payments are settled at one time. */
const batchSize = 100

/**
 * Settles the payments that whoever began them has left, for it died or could not reach the gateway: places the order
 * where money was taken, gives everything back where not (decision 0016). Answers how many it settled; where the gateway
 * failed for some, it settles the others and then rejects with the first failure.
 */
export async function settlePayments(deps: Deps): Promise<number> {
  const lapsed = await deps.store.read((tx) => tx.listLapsedPayments(deps.realTime.now(), batchSize))
  const results = await Promise.allSettled(lapsed.map((reference) => settlePayment(deps, reference)))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
  return results.filter((result) => result.status === 'fulfilled' && result.value).length
}

/** Settles one payment unless somebody is at work on it; answers whether it did. */
export async function settlePayment(deps: Deps, reference: string): Promise<boolean> {
  const payment = await takeOver(deps, reference)
  if (payment === undefined) return false
  await finishPayment(deps, payment, await cancelCharges(deps, reference))
  return true
}

/** Takes the lease of a payment that has none, so that of several processes one asks the gateway. */
function takeOver({ store, realTime }: Deps, reference: string): Promise<PendingPayment | undefined> {
  return store.transaction((tx) => {
    const now = realTime.now()
    return tx.leasePayment(reference, now, now + leaseMs(0))
  })
}

import type { MarketplaceDeps } from '../deps.ts'
import { cancelCharges } from './ask-gateway.ts'
import { finishPayment } from './finish-payment.ts'
import { leaseMs } from './lease.ts'

/** What is needed to settle payments. */
type Deps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'gateway'>

/** How many payments get their jobs in one transaction. */
const batchSize = 100

/**
 * Writes a job for each payment that its process has left, because it died or could not reach the gateway. The payment itself was
 * written in the transaction that caused it, so nothing is lost in between (decision 0021).
 */
export async function planSettlements({
  store,
  clock,
  realTime,
}: Pick<Deps, 'store' | 'clock' | 'realTime'>): Promise<void> {
  const left = await store.ask((tx) => tx.listPaymentsToSettle(realTime.now(), batchSize))
  if (left.length === 0) return
  const dueAt = clock.now()
  await store.transaction(async (tx) => {
    for (const reference of left) {
      const task = { kind: 'settle-payment', reference } as const
      await tx.insertJob({ id: `settle-payment/${reference}`, task, dueAt })
    }
  })
}

/**
 * Settles one payment unless a process is at work on it: places the order where money was taken, gives everything back where not
 * (decision 0016). Answers whether it did; rejects with `PaymentUnavailableError` where the gateway does not say.
 */
export async function settlePayment(deps: Deps, reference: string): Promise<boolean> {
  const { store, realTime } = deps
  const now = realTime.now()
  const leaseUntil = now + leaseMs(0)
  // Of several processes one asks the gateway.
  const payment = await store.transaction((tx) => tx.leasePayment(reference, now, leaseUntil))
  if (payment === undefined) return false
  try {
    await finishPayment(deps, payment, await cancelCharges(deps, reference))
  } catch (error) {
    // The next attempt need not wait for the lease.
    await store.transaction((tx) => tx.leasePayment(reference, leaseUntil, realTime.now()))
    throw error
  }
  return true
}

import { answerPlaced, type CheckoutOutcome } from '../checkout/checkout-request.ts'
import { rememberOutcome } from '../checkout/idempotency.ts'
import { giveBackCards } from '../checkout/reserve-cards.ts'
import type { PendingPayment } from '../model/payment.ts'
import { placeOrder } from '../orders/place-order.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'
import { kept, refused } from '../refusal.ts'
import { cancelCharges, describePaidLeg, endedLegs, leaseMs, type Verdict } from './charge.ts'

type Deps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'gateway'>

/** The id of the job that settles a payment. */
const settleJobId = (reference: string): string => `settle-payment/${reference}`

/** The most jobs that one transaction writes. */
const batchSize = 100

/**
 * Writes a job for each payment whose process died or could not reach the gateway. The transaction of the checkout wrote the
 * payment, so none is lost (decision 0021).
 */
export async function planSettlements(deps: Pick<Deps, 'store' | 'clock' | 'realTime'>): Promise<void> {
  const { store, clock, realTime } = deps
  const left = await store.readOne((tx) => tx.listPaymentsToSettle(realTime.now(), batchSize))
  if (left.length === 0) return
  const dueAt = clock.now()
  await store.transaction(async (tx) => {
    for (const reference of left) {
      const task = { kind: 'settle-payment', reference } as const
      await tx.insertJob({ id: settleJobId(reference), task, dueAt })
    }
  })
}

/**
 * Settles one payment unless a process works on it: places the order if it was charged, else releases the reservation (decision
 * 0016). Returns whether it did. Rejects with `PaymentUnavailableError` if the gateway does not respond.
 */
export async function settlePayment(deps: Deps, reference: string): Promise<boolean> {
  const { store, realTime } = deps
  const now = realTime.now()
  const leaseUntil = now + leaseMs(0)
  // Only one process gets the lease and calls the gateway.
  const payment = await store.transaction((tx) => tx.leasePayment(reference, now, leaseUntil))
  if (payment === undefined) return false
  try {
    await finishPayment(deps, payment, await cancelCharges(deps, reference), settleJobId(reference))
  } catch (error) {
    // The next attempt need not wait for the lease.
    await store.transaction((tx) => tx.leasePayment(reference, leaseUntil, realTime.now()))
    throw error
  }
  return true
}

/**
 * Ends a payment by its result, in one transaction: places the order, or releases its cards and its coupon use. If another
 * process has ended it meanwhile, changes nothing and returns that outcome. `undefined`: there is no order, and nothing to
 * replay. `jobId` is the job that ends with the payment, even if parked.
 */
export async function finishPayment(
  deps: Pick<Deps, 'store' | 'clock'>,
  payment: PendingPayment,
  verdict: Verdict,
  jobId?: string,
): Promise<CheckoutOutcome | undefined> {
  const { store, clock } = deps
  const { kept: outcome } = await store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: payment.customerId })
    if (!(await tx.deletePayment(payment))) return kept(await findPlaced(tx, payment))
    // The order, its legs and its record share one timestamp.
    const now = clock.now()
    if (jobId !== undefined) await tx.endJob(jobId, now)
    const legs = endedLegs(payment, verdict, now)
    await Promise.all(legs.map((leg) => tx.putPaymentLeg(leg)))
    // A declined payment is a refusal, but its changes must be committed.
    return kept(
      await (verdict.kind === 'accepted'
        ? placePaid(tx, payment, verdict, now)
        : giveBack(tx, payment, verdict, now)),
    )
  })
  return outcome
}

async function placePaid(
  tx: StoreTransaction,
  { customerId, order: prepared, legs, idempotency }: PendingPayment,
  { leg, returnedAfterMs }: Extract<Verdict, { kind: 'accepted' }>,
  now: number,
): Promise<CheckoutOutcome> {
  const payment = describePaidLeg(prepared.method, legs, leg)
  const order = await placeOrder(tx, prepared, { payment, hold: 'none', returnedAfterMs }, now)
  await rememberOutcome(tx, customerId, idempotency, { orderId: order.id }, now)
  return answerPlaced(tx, order)
}

async function giveBack(
  tx: StoreTransaction,
  { customerId, order, idempotency }: PendingPayment,
  verdict: Exclude<Verdict, { kind: 'accepted' }>,
  now: number,
): Promise<CheckoutOutcome | undefined> {
  await giveBackCards(tx, order, now)
  await tx.deleteCouponUse(order.id)
  if (verdict.kind === 'canceled') return undefined
  await rememberOutcome(tx, customerId, idempotency, { refusal: 'payment_declined' }, now)
  return { ...refused('payment_declined'), isReplay: false }
}

async function findPlaced(tx: StoreReader, payment: PendingPayment): Promise<CheckoutOutcome | undefined> {
  const order = await tx.findOrderByOrderId(payment.order.orderId)
  return order?.customerId === payment.customerId ? answerPlaced(tx, order) : undefined
}

import { answerPlaced, type CheckoutOutcome } from '../checkout/checkout-request.ts'
import { rememberOutcome } from '../checkout/idempotency.ts'
import { giveBackCards } from '../checkout/reserve-cards.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { PendingPayment } from '../model/payment.ts'
import { placeOrder } from '../orders/place-order.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'
import { refused } from '../refusal.ts'
import type { Verdict } from './ask-gateway.ts'
import { describePaidLeg, endedLegs } from './payment-legs.ts'

type Deps = Pick<MarketplaceDeps, 'store' | 'clock'>

/**
 * Ends a payment by its verdict, in one transaction: places the order, or gives its cards and its coupon use back.
 * Somebody else may have ended it meanwhile; then it changes nothing and answers what came of it. `undefined`: no order,
 * and nothing to remember.
 */
export function finishPayment(
  deps: Deps,
  payment: PendingPayment,
  verdict: Verdict,
): Promise<CheckoutOutcome | undefined> {
  const { store, clock } = deps
  return store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: payment.customerId })
    if (!(await tx.deletePayment(payment))) return findPlaced(tx, payment)
    const legs = endedLegs(payment, verdict, clock.now())
    await Promise.all(legs.map((leg) => tx.putPaymentLeg(leg)))
    return verdict.kind === 'accepted'
      ? placePaid(tx, payment, verdict, clock.now())
      : giveBack(tx, payment, verdict, clock.now())
  })
}

async function placePaid(
  tx: StoreTransaction,
  { customerId, order: prepared, legs, idempotency }: PendingPayment,
  { leg, returnedAfterMs }: Extract<Verdict, { kind: 'accepted' }>,
  now: number,
): Promise<CheckoutOutcome> {
  const payment = describePaidLeg(prepared.method, legs, leg)
  const returned = returnedAfterMs === undefined ? {} : { returnedAfterMs }
  const order = await placeOrder(tx, prepared, { payment, hold: 'none', ...returned }, now)
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

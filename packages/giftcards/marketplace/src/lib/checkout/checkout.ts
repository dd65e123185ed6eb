import { judgeCoupon } from '../coupons/coupons.ts'
import { changeStoreCredit, placeHold, purchaseEntry } from '../customers/ledger.ts'
import type { CustomerCaller } from '../model/accounts.ts'
import type { PendingPayment, PreparedOrder } from '../model/payment.ts'
import { type PaymentTaken, placeOrder } from '../orders/place-order.ts'
import { askGateway, awaitPayment, describePaidLeg, leaseMs, pendingLegs } from '../payments/charge.ts'
import { finishPayment, settlePayment } from '../payments/settle-payment.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import { PaymentUnavailableError } from '../ports/payment-gateway.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { done, type Outcome, refused, type Refused } from '../refusal.ts'
import { checkoutWaitMs } from './checkout-queue.ts'
import {
  answerPlaced,
  type CheckoutOutcome,
  type CheckoutRequest,
  type ExecutedRefusalKind,
  type Idempotency,
} from './checkout-request.ts'
import { inProgress, rememberOutcome, rememberRefusal, replayOutcome } from './idempotency.ts'
import { judgeCheckout, type JudgedCheckout, type PaymentPlan } from './judge-checkout.ts'
import { priceOrder } from './price-order.ts'
import { reserveBasket } from './reserve-cards.ts'

/**
 * Buys cards: all of them or none. Checkouts of one account run one after another; a failure leaves stock, money,
 * coupon uses and cart as they were (spec 4.6, 8). Rejects with `PaymentUnavailableError` if the gateway gives no
 * usable response.
 */
export async function checkout(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CheckoutRequest,
  idempotency?: Idempotency,
): Promise<CheckoutOutcome> {
  const giveUpAt = deps.realTime.now() + checkoutWaitMs
  const leave = await deps.queue.enter(caller.customerId, idempotency?.key)
  if (leave === undefined) return inProgress
  try {
    for (;;) {
      const attempt = await attemptCheckout(deps, caller, request, idempotency)
      if (attempt.kind === 'over') return attempt.outcome
      if (attempt.kind === 'refused') return await rememberRefusal(deps, caller, idempotency, attempt)
      const { payment } = attempt
      if (attempt.kind === 'unpaid') return await payThroughGateway(deps, payment)
      // Another payment of the account is pending. If its process died or gave up, it is settled here.
      if (payment.leaseUntil <= deps.realTime.now()) await settlePayment(deps, payment.reference)
      else if (idempotency !== undefined && payment.idempotency?.key === idempotency.key) return inProgress
      else if (!(await deps.queue.pause(() => awaitPayment(deps, caller.customerId, giveUpAt))))
        return inProgress
    }
  } finally {
    leave()
  }
}

/** The state of a checkout after its first transaction. */
type Attempt =
  /** Finished: the order is placed, an earlier outcome is replayed, or it was refused before the reservation. */
  | { readonly kind: 'over'; readonly outcome: CheckoutOutcome }
  /** Refused after the reservation, which is rolled back. */
  | Refused<ExecutedRefusalKind>
  /** Everything is reserved; the gateway has to be charged. */
  | { readonly kind: 'unpaid'; readonly payment: PendingPayment }
  /** Another payment of the account is pending. */
  | { readonly kind: 'occupied'; readonly payment: PendingPayment }

/** Places the order, or reserves everything for it and writes the pending payment (decision 0016). */
async function attemptCheckout(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CheckoutRequest,
  idempotency: Idempotency | undefined,
): Promise<Attempt> {
  const { customerId } = caller
  return deps.store.transaction<Attempt>(async (tx) => {
    await tx.lock({ kind: 'customer', customerId })
    const now = deps.clock.now()
    // Read in the transaction that acts on it: another process may be working under the same key.
    const earlier = idempotency && (await replayOutcome(tx, caller, idempotency, now))
    if (earlier !== undefined) return { kind: 'over', outcome: earlier }
    const pending = await tx.findPaymentOf(customerId)
    if (pending !== undefined) return { kind: 'occupied', payment: pending }
    return purchaseCards(tx, deps, caller, request, idempotency, now)
  })
}

/** Validates, reserves, prices, pays and places an order of either shape, in the decided order (spec 4.6). */
async function purchaseCards(
  tx: StoreTransaction,
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CheckoutRequest,
  idempotency: Idempotency | undefined,
  now: number,
): Promise<Attempt> {
  // Judge.
  const judged = await judgeCheckout(tx, caller, request, now)
  if (judged.kind === 'refused') return { kind: 'over', outcome: { ...judged, isReplay: false } }
  const { customer, plan, coupon, cards } = judged.value

  // Reserve: the cards, then the use of the coupon.
  const reserved = await reserveBasket(tx, deps.ids, caller, cards, now)
  if (reserved === undefined) return refused('cards_unavailable')
  if (coupon !== null) {
    const objection = await judgeCoupon(tx, coupon, reserved.lines, customer.id, now)
    if (objection !== undefined) return refused(objection)
    // Another customer may have used the coupon's last use meanwhile.
    if (!(await tx.insertCouponUse(coupon.id, customer.id, reserved.orderNumber)))
      return refused('coupon_used_up')
  }

  // Pay: through the gateway once this transaction has ended, or at once.
  const basket = { ...reserved, customer, coupon, plan, shipping: request.shipping }
  const priced = await priceOrder(tx, deps.ids, basket)
  if (plan.legs.length > 0 && priced.dueCents > 0)
    return { kind: 'unpaid', payment: await writePayment(tx, deps, priced, plan.legs, idempotency, now) }
  const paid = await payAtOnce(tx, judged.value, priced, now)
  if (paid.kind === 'refused') return paid

  // Place.
  const order = await placeOrder(tx, priced, paid.value, now)
  if (cards.kind === 'cart') await tx.deleteCart(cards.cart.id)
  await rememberOutcome(tx, customer.id, idempotency, { orderId: order.id }, now)
  return { kind: 'over', outcome: await answerPlaced(tx, order) }
}

/** Charges or holds the whole amount due without a gateway, or nothing. For saved methods, called only if nothing is due. */
async function payAtOnce(
  tx: StoreTransaction,
  { customer, drawdown, plan: { method, legs } }: JudgedCheckout,
  order: PreparedOrder,
  now: number,
): Promise<Outcome<PaymentTaken, 'drawdown_insufficient' | 'payment_declined'>> {
  const noNumbers = { accountNumber: null, routingNumber: null }
  if (drawdown !== null) {
    if (!(await placeHold(tx, drawdown, order.dueCents))) return refused('drawdown_insufficient')
    return done({ payment: { method, paidBy: 'drawdown', ...noNumbers }, hold: 'pending' })
  }
  if (method === 'STORE_CREDIT') {
    if (customer.storeCreditCents < order.dueCents) return refused('payment_declined')
    await changeStoreCredit(tx, customer, purchaseEntry(order, now))
    return done({ payment: { method, paidBy: 'store-credit', ...noNumbers }, hold: 'none' })
  }
  return done({ payment: describePaidLeg(method, legs, 0), hold: 'none' })
}

/** Writes the payment before the gateway is called, so that it is settled even if this process dies. */
async function writePayment(
  tx: StoreTransaction,
  { realTime }: MarketplaceDeps,
  order: PreparedOrder,
  legs: PaymentPlan['legs'],
  idempotency: Idempotency | undefined,
  now: number,
): Promise<PendingPayment> {
  const startedAt = realTime.now()
  const payment: PendingPayment = {
    reference: `order:${order.orderId}`,
    customerId: order.customerId,
    order,
    legs,
    idempotency: idempotency ?? null,
    startedAt,
    leaseUntil: startedAt + leaseMs(legs.length),
  }
  const unasked = pendingLegs(payment, now)
  await Promise.all([tx.insertPayment(payment), ...unasked.map((leg) => tx.putPaymentLeg(leg))])
  return payment
}

/** Charges while no transaction is open, then places the order or releases everything (decision 0016). */
async function payThroughGateway(deps: MarketplaceDeps, payment: PendingPayment): Promise<CheckoutOutcome> {
  const verdict = await askGateway(deps, payment)
  const outcome = await finishPayment(deps, payment, verdict)
  if (outcome !== undefined) return outcome
  const cause = verdict.kind === 'canceled' ? verdict.cause : undefined
  throw new PaymentUnavailableError('The payment gateway failed; nothing was charged', { cause })
}

import { isCountedGuess } from '../coupons/coupon-throttle.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { CustomerCaller } from '../model/caller.ts'
import type { PendingPayment } from '../model/payment.ts'
import { asPlaced } from '../orders/order-facts.ts'
import { viewOrder } from '../orders/order-view.ts'
import { settleAccount } from '../orders/settle-account.ts'
import { leaseMs } from '../payments/lease.ts'
import { pendingLegs } from '../payments/payment-legs.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { done, isDone, type Refusal } from '../refusal.ts'
import { checkoutCards } from './checkout-cards.ts'
import { checkoutCart } from './checkout-cart.ts'
import type { Attempt, CheckoutOutcome, ExecutedRefusalKind } from './checkout-outcome.ts'
import type { CheckoutRequest, Idempotency } from './checkout-request.ts'
import { remember, replay } from './idempotency.ts'

/**
 * How a checkout began: it is over already, it was refused after the reservation, its payment has to be made, or another
 * payment of the account is pending.
 */
export type Beginning =
  | { readonly kind: 'over'; readonly outcome: CheckoutOutcome }
  | { readonly kind: 'refused'; readonly refusal: Refusal<ExecutedRefusalKind> }
  | { readonly kind: 'unpaid'; readonly payment: PendingPayment }
  | { readonly kind: 'occupied'; readonly payment: PendingPayment }

/** The first transaction of a checkout: judges it, and places the order or reserves everything for it (decision 0016). */
export async function beginCheckout(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CheckoutRequest,
  idempotency: Idempotency | undefined,
): Promise<Beginning> {
  const begun = await attempt(deps, caller, request, idempotency)
  if (begun.kind !== 'refused') return begun
  // What was missing may be what an order has given back that is canceled by now.
  const isSettled = await settleAccount(deps, caller.customerId)
  return isSettled ? attempt(deps, caller, request, idempotency) : begun
}

function attempt(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CheckoutRequest,
  idempotency: Idempotency | undefined,
): Promise<Beginning> {
  const { customerId } = caller
  return deps.store.transaction<Beginning>(async (tx) => {
    await tx.lock({ kind: 'customer', customerId })
    const now = deps.clock.now()
    // In the very transaction that acts on it: another process may be at work under the same key.
    const earlier = idempotency && (await replay(tx, caller, idempotency, now))
    if (earlier !== undefined) return { kind: 'over', outcome: earlier }
    const pending = await tx.findPaymentOf(customerId)
    if (pending !== undefined) return { kind: 'occupied', payment: pending }
    const result = await run(tx, deps, caller, request, now)
    if (result.kind === 'refused') {
      if (result.wasExecuted) return { kind: 'refused', refusal: result.refusal }
      return { kind: 'over', outcome: { kind: 'refused', refusal: result.refusal, isReplay: false } }
    }
    if (result.kind === 'placed') {
      await remember(tx, customerId, idempotency, { orderId: result.order.id }, now)
      const placed = done({ order: await viewOrder(tx, asPlaced(result.order)) })
      return { kind: 'over', outcome: { ...placed, isReplay: false } }
    }
    const { order, legs } = result
    const startedAt = deps.realTime.now()
    const payment: PendingPayment = {
      reference: `order:${order.orderId}`,
      customerId,
      order,
      legs,
      idempotency: idempotency ?? null,
      startedAt,
      leaseUntil: startedAt + leaseMs(legs.length),
    }
    const unasked = pendingLegs(payment, now)
    await Promise.all([tx.insertPayment(payment), ...unasked.map((leg) => tx.putPaymentLeg(leg))])
    return { kind: 'unpaid', payment }
  }, isToKeep)
}

const isToKeep = (beginning: Beginning): boolean =>
  beginning.kind === 'unpaid' ||
  (beginning.kind === 'over' && (isDone(beginning.outcome) || isCountedGuess(beginning.outcome)))

function run(
  tx: StoreTransaction,
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CheckoutRequest,
  now: number,
): Promise<Attempt> {
  return request.shape === 'cards'
    ? checkoutCards(tx, deps, caller, request, now)
    : checkoutCart(tx, deps, caller, request, now)
}

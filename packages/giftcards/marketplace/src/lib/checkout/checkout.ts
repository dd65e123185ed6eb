import type { MarketplaceDeps } from '../deps.ts'
import type { CustomerCaller } from '../model/caller.ts'
import type { PendingPayment } from '../model/payment.ts'
import { askGateway } from '../payments/ask-gateway.ts'
import { awaitPayment } from '../payments/await-payment.ts'
import { finishPayment } from '../payments/finish-payment.ts'
import { settlePayment } from '../payments/settle-payments.ts'
import { PaymentUnavailableError } from '../ports/payment-gateway.ts'
import { type Refused, refused } from '../refusal.ts'
import { beginCheckout } from './begin-checkout.ts'
import type { CheckoutOutcome, ExecutedRefusalKind } from './checkout-outcome.ts'
import { checkoutWaitMs } from './checkout-queue.ts'
import type { CheckoutRequest, Idempotency } from './checkout-request.ts'
import { remember, replay } from './idempotency.ts'

/**
 * Buys cards: all of them or none. Checkouts of one account run one after another; a failure leaves stock, money,
 * coupon uses and cart as they were (spec 4.6, 8). Rejects with `PaymentUnavailableError` where the gateway gives no
 * usable answer.
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
    return await takeTurn(deps, caller, request, idempotency, giveUpAt)
  } finally {
    leave()
  }
}

const inProgress: CheckoutOutcome = { ...refused('checkout_in_progress'), isReplay: false }

/** Begins as soon as no other payment of the account is pending; one that was left is settled first. */
async function takeTurn(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CheckoutRequest,
  idempotency: Idempotency | undefined,
  giveUpAt: number,
): Promise<CheckoutOutcome> {
  for (;;) {
    const begun = await beginCheckout(deps, caller, request, idempotency)
    if (begun.kind === 'unpaid') return pay(deps, begun.payment)
    if (begun.kind === 'over') return begun.outcome
    if (begun.kind === 'refused') return rememberRefusal(deps, caller, idempotency, begun)
    const { payment } = begun
    if (payment.leaseUntil <= deps.realTime.now()) await settlePayment(deps, payment.reference)
    else if (idempotency !== undefined && payment.idempotency?.key === idempotency.key) return inProgress
    else if (!(await awaitPayment(deps, caller.customerId, giveUpAt))) return inProgress
  }
}

/** The gateway is asked while no transaction is open (decision 0016). */
async function pay(deps: MarketplaceDeps, payment: PendingPayment): Promise<CheckoutOutcome> {
  const verdict = await askGateway(deps, payment)
  const outcome = await finishPayment(deps, payment, verdict)
  if (outcome !== undefined) return outcome
  const cause = verdict.kind === 'canceled' ? verdict.cause : undefined
  throw new PaymentUnavailableError('The payment gateway failed; nothing was charged', { cause })
}

/** A refusal rolled everything back, so what is remembered of it needs a transaction of its own. */
async function rememberRefusal(
  { store, clock }: MarketplaceDeps,
  caller: CustomerCaller,
  idempotency: Idempotency | undefined,
  outcome: Refused<ExecutedRefusalKind>,
): Promise<CheckoutOutcome> {
  if (idempotency === undefined) return { ...outcome, isReplay: false }
  return store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: caller.customerId })
    const now = clock.now()
    const earlier = await replay(tx, caller, idempotency, now)
    if (earlier !== undefined) return earlier
    // Another process may have begun under the same key meanwhile: then its outcome is the one that is remembered.
    const pending = await tx.findPaymentOf(caller.customerId)
    if (pending?.idempotency?.key === idempotency.key) return inProgress
    await remember(tx, caller.customerId, idempotency, { refusal: outcome.refusal.kind }, now)
    return { ...outcome, isReplay: false }
  })
}

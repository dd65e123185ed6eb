import type { MarketplaceDeps } from '../deps.ts'
import type { CustomerCaller } from '../model/caller.ts'
import { asPlaced } from '../orders/order-facts.ts'
import { viewOrder } from '../orders/order-view.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { done, isDone, type RefusalKind, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import type { Attempt } from './attempt.ts'
import { checkoutCards } from './checkout-cards.ts'
import { checkoutCart } from './checkout-cart.ts'
import type { CheckoutOutcome } from './checkout-outcome.ts'
import type { CheckoutRequest, Idempotency } from './checkout-request.ts'
import { replay } from './replay.ts'

/**
 * Buys cards: all of them or none. Checkouts of one account run one after another; a failure leaves stock, money,
 * coupon uses and cart as they were (spec 4.6, 8).
 */
export async function checkout(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CheckoutRequest,
  idempotency?: Idempotency,
): Promise<CheckoutOutcome> {
  const leave = await deps.queue.enter(caller.customerId, idempotency?.key)
  if (leave === undefined) return { ...refused('checkout_in_progress'), isReplay: false }
  try {
    return await attempt(deps, caller, request, idempotency)
  } finally {
    leave()
  }
}

async function attempt(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CheckoutRequest,
  idempotency: Idempotency | undefined,
): Promise<CheckoutOutcome> {
  const now = deps.clock.now()
  const made = await deps.store.transaction<Made>(async (tx) => {
    // In the very transaction that acts on it: another process may be at work under the same key.
    const earlier = idempotency && (await replay(tx, caller, idempotency, now))
    if (earlier !== undefined) return { outcome: earlier, wasExecuted: false }
    const { wasExecuted, ...outcome } = await run(tx, deps, caller, request, now)
    if (outcome.kind === 'refused') return { outcome: { ...outcome, isReplay: false }, wasExecuted }
    if (idempotency !== undefined) await remember(tx, caller, idempotency, now, { orderId: outcome.value.id })
    const placed = done({ order: await viewOrder(tx, asPlaced(outcome.value)) })
    return { outcome: { ...placed, isReplay: false }, wasExecuted }
  }, isMadeToKeep)
  const { outcome, wasExecuted } = made
  if (outcome.kind === 'done' || !wasExecuted || idempotency === undefined) return outcome
  // A refusal rolled everything back, so what is remembered of it needs a transaction of its own.
  return deps.store.transaction(async (tx) => {
    const earlier = await replay(tx, caller, idempotency, now)
    if (earlier === undefined) await remember(tx, caller, idempotency, now, { refusal: outcome.refusal.kind })
    return earlier ?? outcome
  })
}

interface Made {
  readonly outcome: CheckoutOutcome
  readonly wasExecuted: boolean
}

const isMadeToKeep = ({ outcome }: Made): boolean => isDone(outcome)

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

function remember(
  tx: StoreTransaction,
  { customerId }: CustomerCaller,
  { key, fingerprint }: Idempotency,
  now: number,
  outcome: { readonly orderId: number } | { readonly refusal: RefusalKind },
): Promise<void> {
  return tx.putIdempotencyRecord({
    customerId,
    key,
    fingerprint,
    outcome,
    expiresAt: now + settings.idempotencyTtlMs,
  })
}

import type { MarketplaceDeps } from '../deps.ts'
import type { CustomerCaller } from '../model/caller.ts'
import { asPlaced } from '../orders/order-facts.ts'
import { viewOrder } from '../orders/order-view.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { isDone, type Outcome, type RefusalKind, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import type { Attempt } from './attempt.ts'
import { checkoutCards } from './checkout-cards.ts'
import { checkoutCart } from './checkout-cart.ts'
import type { CheckoutOutcome, PlacedOrder } from './checkout-outcome.ts'
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
    const earlier = idempotency && (await replay(deps, caller, idempotency))
    if (earlier !== undefined) return earlier
    return { ...(await attempt(deps, caller, request, idempotency)), isReplay: false }
  } finally {
    leave()
  }
}

async function attempt(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CheckoutRequest,
  idempotency: Idempotency | undefined,
): Promise<Outcome<PlacedOrder>> {
  const now = deps.clock.now()
  const made = await deps.store.transaction<AttemptView>(async (tx) => {
    const outcome = await run(tx, deps, caller, request, now)
    if (outcome.kind === 'refused') return outcome
    if (idempotency !== undefined) await remember(tx, caller, idempotency, now, { orderId: outcome.value.id })
    return { ...outcome, value: { order: await viewOrder(tx, asPlaced(outcome.value)) } }
  }, isDone)
  // A refusal rolled everything back, so what is remembered of it needs a transaction of its own.
  if (made.kind === 'refused' && made.wasExecuted && idempotency !== undefined) {
    const refusal = made.refusal.kind
    await deps.store.transaction((tx) => remember(tx, caller, idempotency, now, { refusal }))
  }
  return made.kind === 'done'
    ? { kind: 'done', value: made.value }
    : { kind: 'refused', refusal: made.refusal }
}

type AttemptView = Outcome<PlacedOrder> & { readonly wasExecuted: boolean }

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

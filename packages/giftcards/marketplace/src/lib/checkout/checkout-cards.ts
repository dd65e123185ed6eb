import { cardCount } from '../basket.ts'
import { ownerOf } from '../carts/live-cart.ts'
import { findNamedCoupon, throttleCoupons } from '../coupons/coupon-throttle.ts'
import { judgeCoupon } from '../coupons/judge-coupon.ts'
import type { MarketplaceDeps } from '../deps.ts'
import { findPayer, type Payer } from '../drawdown/find-payer.ts'
import type { CustomerCaller } from '../model/caller.ts'
import type { Coupon } from '../model/coupon.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import { buyBasket } from './buy-basket.ts'
import { type Attempt, executed, notExecuted } from './checkout-outcome.ts'
import type { CardsCheckout } from './checkout-request.ts'
import { customerOf } from '../customers/customer-of.ts'
import { planPayment } from './payment-plan.ts'
import { reserveBasket } from './reserve-basket.ts'

/**
 * Shape A, judged in the decided order: method, number of cards, drawdown, coupon exists, inventory, coupon
 * eligibility, funds.
 */
export async function checkoutCards(
  tx: StoreTransaction,
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CardsCheckout,
  now: number,
): Promise<Attempt> {
  const plan = await planPayment(tx, caller.customerId, request)
  if (plan.kind === 'refused') return { ...plan, wasExecuted: false }
  if (cardCount(request.lines) > settings.maxCards) return notExecuted('too_many_cards')
  const { customer, objection }: Payer =
    plan.value.method === 'DRAWDOWN_ACCOUNT'
      ? await findPayer(tx, caller)
      : { customer: await customerOf(tx, caller), objection: undefined }
  if (objection !== undefined) return notExecuted(objection)
  const named = await findCoupon(tx, caller, request.couponCode, now)
  if (named.kind === 'refused') return { ...named, wasExecuted: false }
  const coupon = named.value

  const [orderNumber, cart] = await Promise.all([tx.nextNumber('order'), tx.findCartOf(ownerOf(caller))])
  const ownCart = cart !== undefined && cart.expiresAt > now ? cart : undefined
  const reserved = await reserveBasket(tx, deps.ids, orderNumber, request.lines, ownCart, now)
  if (reserved === undefined) return executed('cards_unavailable')
  const { lines } = reserved
  const refusal = coupon === null ? undefined : await judgeCoupon(tx, coupon, lines, customer.id, now)
  if (refusal !== undefined) return executed(refusal)
  const basket = { orderNumber, customer, ...reserved, coupon, plan: plan.value, shipping: request.shipping }
  return buyBasket(tx, deps.ids, basket, now)
}

/** `null`: none was asked for, which no throttle hinders. */
async function findCoupon(
  tx: StoreTransaction,
  caller: CustomerCaller,
  code: string | undefined,
  now: number,
): Promise<Outcome<Coupon | null, 'coupon_throttled' | 'coupon_not_found'>> {
  if (code === undefined) return done(null)
  const throttled = await throttleCoupons(tx, caller, now)
  if (throttled !== undefined) return throttled
  const coupon = await findNamedCoupon(tx, caller, code, now)
  return coupon === undefined ? refused('coupon_not_found') : done(coupon)
}

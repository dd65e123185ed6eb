import { findOwnCart } from '../carts/live-cart.ts'
import { couponDiscount } from '../coupons/coupon-discount.ts'
import { judgeCoupon } from '../coupons/judge-coupon.ts'
import type { MarketplaceDeps } from '../deps.ts'
import { findPayer } from '../drawdown/find-payer.ts'
import type { CustomerCaller } from '../model/caller.ts'
import type { Cart } from '../model/cart.ts'
import type { Coupon } from '../model/coupon.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { buyBasket } from './buy-basket.ts'
import { type Attempt, executed, notExecuted } from './checkout-outcome.ts'
import type { CartCheckout } from './checkout-request.ts'
import { areSold } from './reserve-basket.ts'

/** Shape B, judged in the decided order: drawdown, cart owned, inventory, coupon, funds. Consumes the cart. */
export async function checkoutCart(
  tx: StoreTransaction,
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  request: CartCheckout,
  now: number,
): Promise<Attempt> {
  const [{ customer, objection }, cart] = await Promise.all([
    findPayer(tx, caller),
    findOwnCart(tx, caller, request.cartId, now),
  ])
  if (objection !== undefined) return notExecuted(objection)
  if (cart === undefined) return notExecuted('cart_not_found')

  const { lines } = cart
  if (lines.length === 0 || !(await areSold(tx, lines))) return executed('cards_unavailable')
  const coupon = await couponOf(tx, cart)
  const refusal = coupon === null ? undefined : await judgeCoupon(tx, coupon, lines, customer.id, now)
  if (refusal !== undefined) return executed(refusal)
  const plan = { method: 'DRAWDOWN_ACCOUNT', legs: [] } as const
  const orderNumber = await tx.nextNumber('order')
  const basket = { orderNumber, customer, lines, drawn: null, coupon, plan, shipping: request.shipping }
  const attempt = await buyBasket(tx, deps.ids, basket, now)
  if (attempt.kind === 'placed') await tx.deleteCart(cart.id)
  return attempt
}

/** The cart's coupon where it still takes something off: the cart has warned of one that does not. */
async function couponOf(tx: StoreTransaction, cart: Cart): Promise<Coupon | null> {
  const coupon = cart.couponCode === null ? undefined : await tx.findCoupon(cart.couponCode)
  return coupon !== undefined && couponDiscount(coupon, cart.lines).discountCents > 0 ? coupon : null
}

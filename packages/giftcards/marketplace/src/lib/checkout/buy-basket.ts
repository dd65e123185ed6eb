import type { MarketplaceDeps } from '../deps.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { type Attempt, executed } from './checkout-outcome.ts'
import { placeOrder } from './place-order.ts'
import { type Basket, prepareOrder } from './prepare-order.ts'
import { takeAtOnce } from './take-at-once.ts'

/**
 * The last steps of a checkout, in the caller's transaction: prices a reserved basket, and places its order where no
 * gateway has to be asked (spec 4.6, decision 0016).
 */
export async function buyBasket(
  tx: StoreTransaction,
  ids: MarketplaceDeps['ids'],
  basket: Basket,
  now: number,
): Promise<Attempt> {
  const { customer, plan, coupon, orderNumber } = basket
  // Judged before; another customer may have taken the last use meanwhile.
  if (coupon !== null && !(await tx.insertCouponUse(coupon.id, customer.id, orderNumber)))
    return executed('coupon_used_up')
  const order = await prepareOrder(tx, ids, basket)
  if (plan.legs.length > 0 && order.dueCents > 0) return { kind: 'unpaid', order, legs: plan.legs }
  const taken = await takeAtOnce(tx, customer, plan, order, now)
  if (taken.kind === 'refused') return { ...taken, wasExecuted: true }
  return { kind: 'placed', order: await placeOrder(tx, order, taken.value, now) }
}

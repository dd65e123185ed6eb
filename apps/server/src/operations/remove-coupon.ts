import { removeCoupon as remove } from '@giftcards/marketplace'
import { toCart } from '../wire/cart-to-wire.ts'
import { refusalResponse } from '../wire/refusal-catalogue.ts'
import type { Operation } from './operation.ts'

/** Removes the applied coupon from the caller's cart (spec 3.1, 4.5). */
export const removeCoupon: Operation<'removeCoupon'> = async ({ path }, { caller, marketplace }) => {
  const outcome = await remove(marketplace, caller, path.cartId, path.couponCode)
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 200, body: toCart(outcome.value.cart) }
}

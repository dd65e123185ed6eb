import { applyCoupon as apply } from '@giftcards/marketplace'
import { toCart } from '../wire/cart-to-wire.ts'
import { refusalResponse } from '../wire/refusal-catalogue.ts'
import type { Operation } from './operation.ts'

/** Applies one coupon to the caller's cart; a second one, the same included, is refused (spec 3.1, 4.5). */
export const applyCoupon: Operation<'applyCoupon'> = async ({ path }, { caller, marketplace }) => {
  const outcome = await apply(marketplace, caller, path.cartId, path.couponCode)
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 200, body: toCart(outcome.value.cart) }
}

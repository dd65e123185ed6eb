import { removeCard as remove } from '@giftcards/marketplace'
import { toCart } from '../wire/cart-to-wire.ts'
import { refusalResponse } from '../wire/refusal-catalogue.ts'
import type { Operation } from './operation.ts'

/** Removes a line from the caller's cart and frees its cards (spec 4.4). */
export const removeCard: Operation<'removeCard'> = async ({ path }, { caller, marketplace }) => {
  const outcome = await remove(marketplace, caller, path.cartId, path.cardId)
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 200, body: toCart(outcome.value.cart) }
}

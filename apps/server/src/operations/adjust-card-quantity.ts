import { adjustQuantity } from '@giftcards/marketplace'
import { toQuantityAdjusted } from '../wire/cart-to-wire.ts'
import { refusalResponse } from '../wire/refusal-catalogue.ts'
import type { Operation } from './operation.ts'

/** Adds cards to a line of the caller's cart, or removes some (spec 4.4). */
export const adjustCardQuantity: Operation<'adjustCardQuantity'> = async (
  { path, body },
  { caller, marketplace },
) => {
  if (body.qty === 0) return refusalResponse({ kind: 'quantity_zero' })
  const outcome = await adjustQuantity(marketplace, caller, path.cartId, path.cardId, body.qty)
  if (outcome.kind === 'refused') return refusalResponse(outcome.refusal)
  return { status: 200, body: toQuantityAdjusted(outcome.value) }
}

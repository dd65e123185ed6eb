import { adjustQuantity } from '@giftcards/marketplace'
import { toQuantityAdjusted } from '../wire/cards-added-to-wire.ts'
import { type Operation, refuse } from './operation.ts'

/** Adds cards to a line of the caller's cart, or takes some away (spec 4.4). */
export const adjustCardQuantity: Operation<'adjustCardQuantity'> = async (
  { path, body, caller },
  { marketplace },
) => {
  if (body.qty === 0) return refuse('adjustCardQuantity', { kind: 'quantity_zero' })
  const outcome = await adjustQuantity(marketplace, caller, path.cartId, path.cardId, body.qty)
  if (outcome.kind === 'refused') return refuse('adjustCardQuantity', outcome.refusal)
  return { status: 200, body: toQuantityAdjusted(outcome.value) }
}

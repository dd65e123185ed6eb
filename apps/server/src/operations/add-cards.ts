import { addCards as add } from '@giftcards/marketplace'
import { toCardsAdded } from '../wire/cart-to-wire.ts'
import { parseCardsWanted } from '../wire/from-wire.ts'
import { invalidResponse, refusalResponse } from '../wire/refusal-catalogue.ts'
import type { Operation } from './operation.ts'

/** Adds cards to the caller's cart and reserves as many as are available (spec 4.4). */
export const addCards: Operation<'addCards'> = async ({ path, body }, { caller, marketplace }) => {
  const wanted = parseCardsWanted(body.cards)
  if ('problems' in wanted) return invalidResponse(...wanted.problems)
  const outcome = await add(marketplace, caller, path.cartId, wanted.value)
  if (outcome.kind === 'refused') return refusalResponse(outcome.refusal)
  return { status: 201, body: toCardsAdded(outcome.value.cart, outcome.value.details) }
}

import { createCart as create } from '@giftcards/marketplace'
import { toCart } from '../wire/cart-to-wire.ts'
import type { Operation } from './operation.ts'

/** Creates the caller's buy cart, or returns the active one (spec 3.1, 4.4). */
export const createCart: Operation<'createCart'> = async (_input, { caller, marketplace }) => {
  const { cart, isNew } = await create(marketplace, caller)
  return { status: isNew ? 201 : 200, body: toCart(cart) }
}

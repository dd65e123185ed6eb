import type { Wire } from '@giftcards/contract'
import { type AdjustedCart, type CardsAdded, type CartView, toDollars } from '@giftcards/marketplace'
import { toCart } from './cart-to-wire.ts'
import { refusalCatalogue } from './refusal-catalogue.ts'

type Schemas = Wire.components['schemas']

/** The answer to add-to-cart: the cart alone, or with what became of each requested line (spec 4.4). */
export function toCardsAdded(cart: CartView, details: readonly CardsAdded[]): Schemas['AddCardsResult'] {
  const requested = details.reduce((sum, line) => sum + line.quantity, 0)
  const added = details.reduce((sum, line) => sum + line.added, 0)
  if (added === requested) return { cart: toCart(cart) }
  return { cart: toCart(cart), requested, added, details: details.map(toDetail) }
}

function toDetail(line: CardsAdded): Schemas['AddCardsDetail'] {
  return {
    merchantId: line.merchantId,
    value: toDollars(line.faceValueCents),
    type: line.type,
    percentOff: toDollars(line.percentOffBps),
    requested: line.quantity,
    added: line.added,
    ...(line.added < line.quantity ? { reason: refusalCatalogue.insufficient_inventory.message } : {}),
  }
}

/** The answer to a quantity update: the bare cart, or on partial fulfilment the cart with the counts (spec 4.4). */
export function toQuantityAdjusted({
  cart,
  requested,
  added,
}: AdjustedCart): Schemas['AdjustQuantityResult'] {
  return added === requested ? toCart(cart) : { cart: toCart(cart), requested, added }
}

import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import type { CartView } from './cart-view.ts'
import { changeCart } from './change-cart.ts'

/** Removes a line from the caller's cart and frees its cards (spec 4.4). */
export function removeCard(
  deps: MarketplaceDeps,
  caller: Caller,
  cartId: string,
  lineId: string,
): Promise<Outcome<{ readonly cart: CartView }, 'cart_not_found' | 'cart_card_not_found'>> {
  return changeCart(deps, caller, cartId, async (tx, cart) => {
    const line = cart.lines.find(({ id }) => id === lineId)
    if (line === undefined) return refused('cart_card_not_found')
    await tx.releaseStock(line, line.quantity)
    await tx.deleteCartLine(cart.id, line.id)
    return done({})
  })
}

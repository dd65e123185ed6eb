import { cardCount } from '../basket.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import type { CartView } from './cart-view.ts'
import { changeCart } from './change-cart.ts'
import { linesByKey, putIntoCart, reserveUpTo } from './reserve-into-cart.ts'

/** An adjusted cart; `requested` and `added` count cards of the adjustment, negative where cards were given back. */
export interface AdjustedCart {
  readonly cart: CartView
  readonly requested: number
  readonly added: number
}

/** Adds `adjustment` cards to a line of the caller's cart, or takes some away but never the last one (spec 4.4). */
export function adjustQuantity(
  deps: MarketplaceDeps,
  caller: Caller,
  cartId: string,
  lineId: string,
  adjustment: number,
): Promise<
  Outcome<
    AdjustedCart,
    | 'cart_not_found'
    | 'cart_card_not_found'
    | 'quantity_zero'
    | 'quantity_below_one'
    | 'too_many_cards'
    | 'insufficient_inventory'
  >
> {
  return changeCart(deps, caller, cartId, async (tx, cart, now) => {
    const line = cart.lines.find(({ id }) => id === lineId)
    if (line === undefined) return refused('cart_card_not_found')
    if (adjustment === 0) return refused('quantity_zero')
    if (line.quantity + adjustment < 1) return refused('quantity_below_one')
    if (adjustment < 0) {
      await tx.releaseStock(line, -adjustment)
      await tx.putCartLine(cart.id, { ...line, quantity: line.quantity + adjustment })
      return done({ requested: adjustment, added: adjustment })
    }
    if (cardCount(cart.lines) + adjustment > settings.maxCards) return refused('too_many_cards')
    const reserved = await reserveUpTo(tx, line, adjustment, now)
    const added = await putIntoCart(tx, deps.ids, cart.id, linesByKey(cart.lines), reserved)
    return added === 0 ? refused('insufficient_inventory') : done({ requested: adjustment, added })
  })
}

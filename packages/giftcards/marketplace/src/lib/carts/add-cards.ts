import { cardCount } from '../basket.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import { compareStockKeys, type StockKey } from '../model/stock.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import type { CartView } from './cart-view.ts'
import { changeCart } from './change-cart.ts'
import { linesByKey, putIntoCart, type ReservedCards, reserveUpTo } from './reserve-into-cart.ts'

/** One line of an add-to-cart request. */
export interface CardsWanted extends Omit<StockKey, 'isLowRisk'> {
  readonly quantity: number
}

/** What became of one requested line. */
export interface CardsAdded extends CardsWanted {
  readonly added: number
}

/** Adds cards to the caller's cart, as many of each line as there are; none at all is refused (spec 4.4). */
export function addCards(
  deps: MarketplaceDeps,
  caller: Caller,
  cartId: string,
  wanted: readonly CardsWanted[],
): Promise<
  Outcome<
    { readonly cart: CartView; readonly details: readonly CardsAdded[] },
    'cart_not_found' | 'too_many_cards' | 'insufficient_inventory'
  >
> {
  return changeCart(deps, caller, cartId, async (tx, cart, now) => {
    if (cardCount(cart.lines) + cardCount(wanted) > settings.maxCards) return refused('too_many_cards')
    const lines = linesByKey(cart.lines)
    const reserved = new Map<CardsWanted, readonly ReservedCards[]>()
    for (const line of wanted.toSorted(byStockKey))
      reserved.set(line, await reserveUpTo(tx, line, line.quantity, now))
    const details: CardsAdded[] = []
    for (const line of wanted) {
      const added = await putIntoCart(tx, deps.ids, cart.id, lines, reserved.get(line) ?? [])
      details.push({ ...line, added })
    }
    return details.every((line) => line.added === 0) ? refused('insufficient_inventory') : done({ details })
  })
}

/** The order in which every transaction locks stock, so that no two wait for each other. */
const byStockKey = (a: CardsWanted, b: CardsWanted): number =>
  compareStockKeys({ ...a, isLowRisk: false }, { ...b, isLowRisk: false })

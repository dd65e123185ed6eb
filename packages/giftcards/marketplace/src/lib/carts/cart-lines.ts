import type { Caller } from '../model/accounts.ts'
import { cardCount, type CartLine } from '../model/cart.ts'
import { bucketsFor, type StockKey, stockKeyText } from '../model/stock.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { done, type Outcome, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import type { CartView } from './cart-view.ts'
import { changeCart, reserveFromBucket } from './carts.ts'

/** One line of an add-to-cart request. */
export interface CardsWanted extends Omit<StockKey, 'isLowRisk'> {
  readonly quantity: number
}

/** A requested line, and how many of its cards were added. */
export interface CardsAdded extends CardsWanted {
  readonly added: number
}

/**
 * Adds cards to the caller's cart, as many of each line as are available; refused if none of any line is available (spec 4.4).
 */
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
    // A single line locks its buckets in the order of their keys.
    if (wanted.length > 1) await tx.lockStock(wanted.flatMap(bucketsFor))
    const lines = linesByKey(cart.lines)
    const details: CardsAdded[] = []
    for (const line of wanted) {
      const reserved = await reserveUpTo(tx, line, line.quantity, now)
      details.push({ ...line, added: await putIntoCart(tx, deps.ids, cart.id, lines, reserved) })
    }
    return details.every((line) => line.added === 0) ? refused('insufficient_inventory') : done({ details })
  })
}

/** An adjusted cart; `requested` and `added` count the cards of the adjustment, negative where cards were released. */
export interface AdjustedCart {
  readonly cart: CartView
  readonly requested: number
  readonly added: number
}

/** Adds `adjustment` cards to a line of the caller's cart, or removes some but never the last one (spec 4.4). */
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

/** Removes a line from the caller's cart and releases its cards (spec 4.4). */
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

/** Cards of one bucket that were reserved. */
interface ReservedCards {
  readonly key: StockKey
  readonly count: number
}

/** Reserves up to `count` cards, ordinary stock first, then low-risk stock (decision: inventory). */
async function reserveUpTo(
  tx: StoreTransaction,
  wanted: CardsWanted,
  count: number,
  now: number,
): Promise<readonly ReservedCards[]> {
  const reserved: ReservedCards[] = []
  let missing = count
  for (const key of bucketsFor(wanted)) {
    const got = missing > 0 ? await reserveFromBucket(tx, key, missing, now) : 0
    if (got > 0) reserved.push({ key, count: got })
    missing -= got
  }
  return reserved
}

/** Adds reserved cards to the line of their bucket, in the cart and in `lines`; returns the number of cards. */
async function putIntoCart(
  tx: StoreTransaction,
  ids: MarketplaceDeps['ids'],
  cartId: string,
  lines: Map<string, CartLine>,
  reserved: readonly ReservedCards[],
): Promise<number> {
  for (const { key, count } of reserved) {
    const name = stockKeyText(key)
    const before = lines.get(name)
    const id = before?.id ?? ids.uuid(`line:${cartId}:${name}`)
    const line = { ...key, id, quantity: (before?.quantity ?? 0) + count }
    await tx.putCartLine(cartId, line)
    lines.set(name, line)
  }
  return reserved.reduce((sum, { count }) => sum + count, 0)
}

/** A cart's lines by stock key. */
function linesByKey(lines: readonly CartLine[]): Map<string, CartLine> {
  return new Map(lines.map((line) => [stockKeyText(line), line]))
}

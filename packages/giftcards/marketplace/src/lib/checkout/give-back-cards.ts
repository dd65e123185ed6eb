import { cardCount } from '../basket.ts'
import type { Cart, CartLine } from '../model/cart.ts'
import type { DrawnCards, PreparedOrder } from '../model/payment.ts'
import { countByBucket, stockKeyText } from '../model/stock.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { settings } from '../settings.ts'

/**
 * Gives back the cards of an order that is not placed after all: those of the customer's cart to that cart, while it lives and
 * has room for them, the others to the stock.
 */
export async function giveBackCards(
  tx: StoreTransaction,
  { units, drawn }: PreparedOrder,
  now: number,
): Promise<void> {
  const found = drawn ? await tx.findCart(drawn.cartId) : undefined
  const cart = found !== undefined && found.expiresAt > now ? found : undefined
  const returning = cart && drawn ? findRoom(cart, drawn) : []
  const kept = new Map(returning.map(({ line, count }) => [stockKeyText(line), count]))
  for (const { bucket, count } of countByBucket(units)) {
    const free = count - (kept.get(stockKeyText(bucket)) ?? 0)
    if (free > 0) await tx.releaseStock(bucket, free)
  }
  if (cart !== undefined) for (const { line } of returning) await tx.putCartLine(cart.id, line)
}

/** The lines of a cart as they are with the drawn cards, and how many of those each takes: all together no more than a cart may hold. */
function findRoom(
  cart: Cart,
  drawn: DrawnCards,
): readonly { readonly line: CartLine; readonly count: number }[] {
  let room = settings.maxCards - cardCount(cart.lines)
  return drawn.lines.flatMap((line) => {
    const count = Math.min(line.quantity, room)
    room -= count
    if (count === 0) return []
    const there = cart.lines.find((one) => stockKeyText(one) === stockKeyText(line))
    return [{ line: { ...(there ?? line), quantity: (there?.quantity ?? 0) + count }, count }]
  })
}

import { cardCount, type Cart, ownerText } from '../model/cart.ts'
import { type StockKey, stockKeyText } from '../model/stock.ts'
import type { BooksReader } from '../ports/books-reader.ts'
import { settings } from '../settings.ts'
import type { Findings } from './findings.ts'
import { everyPage } from './pages.ts'

/**
 * Whether `0 ≤ reserved ≤ onHand`, and each bucket's reserved count is what carts and pending payments hold (decisions:
 * inventory, 0016).
 */
export async function checkStock(
  books: BooksReader,
  inCarts: CardCounts,
  inPayments: CardCounts,
  report: Findings['add'],
): Promise<void> {
  const held = new Set([...inCarts.keys(), ...inPayments.keys()])
  for (const bucket of await books.listStock()) {
    const name = stockKeyText(bucket)
    const { onHand, reserved } = bucket
    if (reserved < 0 || reserved > onHand) report(`${name}: ${reserved} reserved of ${onHand} on hand`)
    const [carted = 0, paid = 0] = [inCarts.get(name), inPayments.get(name)]
    if (reserved !== carted + paid) {
      report(`${name}: ${reserved} reserved, but ${carted} in carts and ${paid} in payments`)
    }
    held.delete(name)
  }
  for (const name of held) report(`${name}: in a cart or a payment, but not in stock`)
}

/** How many cards are reserved, by `stockKeyText` of their bucket. */
export type CardCounts = Map<string, number>

/** Adds cards to their counts. */
export function countCards(
  counts: CardCounts,
  lines: readonly (StockKey & { readonly quantity?: number })[],
): void {
  for (const line of lines) {
    const name = stockKeyText(line)
    counts.set(name, (counts.get(name) ?? 0) + (line.quantity ?? 1))
  }
}

/**
 * Whether carts hold what a cart may hold, each for an owner who exists and has no other (decision: carts). Returns the cards that
 * they hold.
 */
export async function checkCarts(books: BooksReader, report: Findings['add']): Promise<CardCounts> {
  const held: CardCounts = new Map()
  for await (const carts of everyPage<Cart>((after, limit) => books.listCarts(after?.id ?? '', limit))) {
    const [customers, coupons, carted] = await Promise.all([
      books.findCustomers(
        carts.flatMap(({ owner }) => (owner.kind === 'customer' ? [owner.customerId] : [])),
      ),
      books.findCoupons(carts.flatMap(({ couponCode }) => couponCode ?? [])),
      books.findCartsOf(carts.map(({ owner }) => owner)),
    ])
    for (const cart of carts) {
      const { id, owner, lines, couponCode } = cart
      countCards(held, lines)
      checkLines(cart, report)
      if (owner.kind === 'customer' && !customers.has(owner.customerId))
        report(`Cart ${id} is of an unknown customer`)
      if (carted.get(ownerText(owner)) !== id) report(`Cart ${id} is not the one its owner finds`)
      if (couponCode !== null && !coupons.has(couponCode))
        report(`Cart ${id} has coupon ${couponCode}, which does not exist`)
    }
  }
  return held
}

function checkLines({ id, lines }: Cart, report: Findings['add']): void {
  for (const line of lines) if (line.quantity < 1) report(`Cart ${id}: line ${line.id} holds no card`)
  if (cardCount(lines) > settings.maxCards) report(`Cart ${id} holds too many cards`)
  if (new Set(lines.map(stockKeyText)).size < lines.length) report(`Cart ${id} has two lines of one bucket`)
}

import { cardCount, type Cart } from '../model/cart.ts'
import { stockKeyText } from '../model/stock.ts'
import { type BooksReader, ownerText } from '../ports/books-reader.ts'
import { settings } from '../settings.ts'
import { type HeldCards, hold } from './check-stock.ts'
import type { Findings } from './findings.ts'
import { everyPage } from './pages.ts'

/** Whether carts hold what a cart may hold, each for an owner who exists and has no other (decision: carts). */
export async function checkCarts(
  books: BooksReader,
  held: HeldCards,
  report: Findings['add'],
): Promise<void> {
  const list = (after: string, limit: number) => books.listCarts(after, limit)
  for await (const carts of everyPage(list, '', (cart) => cart.id)) {
    const [customers, coupons, carted] = await Promise.all([
      books.findCustomers(
        carts.flatMap(({ owner }) => (owner.kind === 'customer' ? [owner.customerId] : [])),
      ),
      books.findCoupons(carts.flatMap(({ couponCode }) => couponCode ?? [])),
      books.findCartsOf(carts.map(({ owner }) => owner)),
    ])
    for (const cart of carts) {
      const { id, owner, lines, couponCode } = cart
      hold(held.inCarts, lines)
      checkLines(cart, report)
      if (owner.kind === 'customer' && !customers.has(owner.customerId))
        report(`Cart ${id} is of an unknown customer`)
      if (carted.get(ownerText(owner)) !== id) report(`Cart ${id} is not the one its owner finds`)
      if (couponCode !== null && !coupons.has(couponCode))
        report(`Cart ${id} has coupon ${couponCode}, which does not exist`)
    }
  }
}

function checkLines({ id, lines }: Cart, report: Findings['add']): void {
  for (const line of lines) if (line.quantity < 1) report(`Cart ${id}: line ${line.id} holds no card`)
  if (cardCount(lines) > settings.maxCards) report(`Cart ${id} holds too many cards`)
  if (new Set(lines.map(stockKeyText)).size < lines.length) report(`Cart ${id} has two lines of one bucket`)
}

import type { BooksReader } from '../ports/books-reader.ts'
import { checkCoupons } from './check-coupons.ts'
import { checkMoney } from './check-money.ts'
import { checkOrders } from './check-orders.ts'
import { checkPayments } from './check-payments.ts'
import { checkCarts, checkStock, createHeldCards } from './check-stock.ts'
import { createFindings } from './findings.ts'

/** What the store alone cannot tell of its books. */
export interface KnownBooks {
  /** Money that is pending for no order, by customer id, in cents; without it, more may be pending than orders hold. */
  readonly heldApartCents?: ReadonlyMap<number, number>
}

/**
 * Audits all of the books: reservations against carts and pending payments, coupon uses, ledgers, balances and holds
 * against orders, the cards of orders against their totals. Returns a sentence for each thing that is broken, none where
 * all is well; reads only (decisions: inventory, coupons, money, orders, drawdown). It holds a page of each list, the
 * kinds of stock, and the payments that are pending at the moment; never something for each order, card or cart.
 */
export async function checkBooks(books: BooksReader, known: KnownBooks = {}): Promise<readonly string[]> {
  const findings = createFindings()
  const held = createHeldCards()
  await checkCarts(books, held, findings.add)
  const pending = await checkPayments(books, held, findings.add)
  await checkStock(books, held, findings.add)
  await checkOrders(books, pending, findings.add)
  await checkCoupons(books, findings.add)
  await checkMoney(books, known.heldApartCents, findings.add)
  return findings.list()
}

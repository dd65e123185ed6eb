import type { PendingPayment } from '../model/payment.ts'
import type { BooksReader } from '../ports/books-reader.ts'
import { cardFacts, type CouponClaim, type PendingClaims } from './check-orders.ts'
import { type CardCounts, countCards } from './check-stock.ts'
import { faultsOf, type Findings } from './findings.ts'
import { everyPage } from './pages.ts'

/** Whether pending payments can still become orders (decision 0016). Returns the cards they hold and the coupons they use. */
export async function checkPayments(
  books: BooksReader,
  report: Findings['add'],
): Promise<{ readonly held: CardCounts; readonly claims: PendingClaims }> {
  const held: CardCounts = new Map()
  const claims = new Map<number, CouponClaim>()
  const cards = new Map<number, string>()
  const list = (after: PendingPayment | undefined, limit: number) =>
    books.listPayments(after?.reference ?? '', limit)
  for await (const payments of everyPage(list)) {
    const [customers, placed, orderOfCard] = await Promise.all([
      books.findCustomers(payments.map(({ customerId }) => customerId)),
      books.findOrderNames(
        payments.map(({ order }) => order.id),
        payments.map(({ order }) => order.orderId),
      ),
      books.findOrdersOfCards(payments.flatMap(({ order }) => order.units.map(({ id }) => id))),
    ])
    for (const { reference, customerId, order, legs } of payments) {
      const by = `Payment ${reference}`
      countCards(held, order.units)
      if (order.coupon !== null)
        claims.set(order.id, { by, customerId: order.customerId, couponId: order.coupon.coupon.id })
      const isKnown = customers.has(customerId) && order.customerId === customerId
      faultsOf(by, [
        [isKnown, 'is of an unknown customer, or of two'],
        [reference === `order:${order.orderId}`, 'has the reference of another order'],
        [!placed.has(order.id) && !placed.has(order.orderId), `is pending, but order ${order.id} exists`],
        [legs.length > 0 && order.dueCents > 0, 'has nothing to charge'],
        ...cardFacts(order),
      ]).forEach(report)
      for (const { id } of order.units) {
        const orderId = orderOfCard.get(id)
        const other = orderId === undefined ? cards.get(id) : `Order ${orderId}`
        if (other !== undefined) report(`Wallet card ${id} is of ${other} and of ${by}`)
        cards.set(id, by)
      }
    }
  }
  return { held, claims }
}

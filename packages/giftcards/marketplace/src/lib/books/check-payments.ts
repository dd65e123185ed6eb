import type { PendingPayment } from '../model/payment.ts'
import type { BooksReader } from '../ports/books-reader.ts'
import { cardFacts, type Fact } from './check-cards.ts'
import { type HeldCards, hold } from './check-stock.ts'
import type { Findings } from './findings.ts'
import { everyPage } from './pages.ts'

/** What the payments that are pending claim of the rest of the books: few at any time, one for each customer at most. */
export type PendingClaims = ReadonlyMap<number, CouponClaim>

/** An order that is placed or pending, and the coupon that it uses; `null`: none. */
export interface CouponClaim {
  readonly by: string
  readonly customerId: number
  readonly couponId: number | null
}

/** Whether pending payments can become orders, and have not yet (decision 0016). Returns their claims by the number of the order. */
export async function checkPayments(
  books: BooksReader,
  held: HeldCards,
  report: Findings['add'],
): Promise<PendingClaims> {
  const claims = new Map<number, CouponClaim>()
  const cards = new Map<number, string>()
  const list = (after: string, limit: number) => books.listPayments(after, limit)
  for await (const payments of everyPage(list, '', ({ reference }) => reference)) {
    const [customers, placed, orderOfCard] = await Promise.all([
      books.findCustomers(payments.map(({ customerId }) => customerId)),
      books.findOrderNames(
        payments.map(({ order }) => order.id),
        payments.map(({ order }) => order.orderId),
      ),
      books.findOrdersOfCards(payments.flatMap(({ order }) => order.units.map(({ id }) => id))),
    ])
    for (const payment of payments) {
      const { customerId, order } = payment
      const by = `Payment ${payment.reference}`
      hold(held.inPayments, order.units)
      claims.set(order.id, { by, customerId: order.customerId, couponId: order.coupon?.coupon.id ?? null })
      const isPlaced = placed.has(order.id) || placed.has(order.orderId)
      for (const sentence of faultsOf(payment, customers.has(customerId), isPlaced))
        report(`${by} ${sentence}`)
      for (const { id } of order.units) {
        const orderId = orderOfCard.get(id)
        const other = orderId === undefined ? cards.get(id) : `Order ${orderId}`
        if (other !== undefined) report(`Wallet card ${id} is of ${other} and of ${by}`)
        cards.set(id, by)
      }
    }
  }
  return claims
}

function faultsOf(
  { reference, customerId, order, legs }: PendingPayment,
  isKnown: boolean,
  isPlaced: boolean,
): readonly string[] {
  const facts: readonly Fact[] = [
    [isKnown && order.customerId === customerId, 'is of an unknown customer, or of two'],
    [reference === `order:${order.orderId}`, 'has the reference of another order'],
    [!isPlaced, `is pending, but order ${order.id} exists`],
    [legs.length > 0 && order.dueCents > 0, 'has nothing to charge'],
    ...cardFacts(order),
  ]
  return facts.filter(([holds]) => !holds).map(([, sentence]) => sentence)
}

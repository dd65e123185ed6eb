import type { BooksReader, CouponUseCount } from '../ports/books-reader.ts'
import { checkMoney } from './check-money.ts'
import { checkOrders } from './check-orders.ts'
import { checkPayments } from './check-payments.ts'
import { checkCarts, checkStock } from './check-stock.ts'
import { createFindings, type Findings } from './findings.ts'
import { everyPage } from './pages.ts'

/** Facts about the books that the store alone does not have. */
export interface KnownBooks {
  /** Money that is pending for no order, by customer id, in cents; without it, more may be pending than orders hold. */
  readonly heldApartCents?: ReadonlyMap<number, number>
}

/**
 * Audits all of the books. It compares reservations with carts and pending payments; coupon uses, ledgers, balances
 * and holds with orders; and the cards of orders with their totals. Returns a sentence for each inconsistency. Reads
 * only (decisions: inventory, coupons, money, orders, drawdown). It holds in memory a page of each list, the counts of
 * each bucket, and the pending payments. It never holds an entry for each order, card or cart.
 */
export async function checkBooks(books: BooksReader, known: KnownBooks = {}): Promise<readonly string[]> {
  const findings = createFindings()
  const inCarts = await checkCarts(books, findings.add)
  const pending = await checkPayments(books, findings.add)
  await checkStock(books, inCarts, pending.held, findings.add)
  await checkOrders(books, pending.claims, findings.add)
  await checkCoupons(books, findings.add)
  await checkMoney(books, known.heldApartCents, findings.add)
  return findings.list()
}

/** Whether no coupon is used more often than it may be, by one customer or in total (decision: coupons). */
async function checkCoupons(books: BooksReader, report: Findings['add']): Promise<void> {
  let last: CouponUseCount | undefined
  let total = 0
  const judgeTotal = (): void => {
    if (last !== undefined && last.usesInTotal !== null && total > last.usesInTotal)
      report(`Coupon ${last.couponId} is used ${total} times in total, ${last.usesInTotal} allowed`)
  }
  for await (const counts of everyPage<CouponUseCount>((after, limit) => books.countCouponUses(after, limit)))
    for (const count of counts) {
      const { couponId, customerId, uses, usesPerAccount } = count
      if (couponId !== last?.couponId) {
        judgeTotal()
        total = 0
      }
      total += uses
      last = count
      if (usesPerAccount !== null && uses > usesPerAccount)
        report(
          `Coupon ${couponId} is used ${uses} times by customer ${customerId}, ${usesPerAccount} allowed`,
        )
    }
  judgeTotal()
}

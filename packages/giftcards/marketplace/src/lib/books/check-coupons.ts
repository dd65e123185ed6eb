import type { BooksReader, CouponUseCount } from '../ports/books-reader.ts'
import type { Findings } from './findings.ts'
import { everyPage } from './pages.ts'

/** Whether no coupon is used more often than it may be, by one customer or in total (decision: coupons). */
export async function checkCoupons(books: BooksReader, report: Findings['add']): Promise<void> {
  let last: CouponUseCount | undefined
  let total = 0
  const judgeTotal = (): void => {
    if (last !== undefined && last.usesInTotal !== null && total > last.usesInTotal)
      report(`Coupon ${last.couponId} is used ${total} times in total, ${last.usesInTotal} allowed`)
  }
  const list = (after: CouponUseCount | undefined, limit: number) => books.countCouponUses(after, limit)
  const pages = everyPage<CouponUseCount, CouponUseCount | undefined>(list, undefined, (count) => count)
  for await (const counts of pages)
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

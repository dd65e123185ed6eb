import type { Order, StockBucket } from '@giftcards/marketplace'
import type { OpenedStore } from '@giftcards/storage'
import { describeViolation } from '@giftcards/storage/maintenance'

/** The state of the database, read in one snapshot. */
export interface ServiceBooks {
  readonly broken: readonly string[]
  readonly orders: readonly Order[]
  readonly stock: readonly StockBucket[]
  /** Numbers of orders that are about to be refunded, or may be before the gateway is checked. */
  readonly refunding: ReadonlySet<number>
  /** Numbers of orders whose cards are about to be issued or voided, or may be before the issuer is checked. */
  readonly inWork: ReadonlySet<number>
  /** Store credit by customer, in cents. */
  readonly storeCredit: ReadonlyMap<number, number>
}

const everything = 1_000_000

/** Audits everything, and reads it in one snapshot. */
export async function readService(store: OpenedStore): Promise<ServiceBooks> {
  const { broken } = await store.checkBooks()
  return store.read(async (reader) => {
    const customers = await reader.listCustomers()
    const orders = await reader.listOrders(everything)
    const jobs = await reader.listJobs('open', everything)
    return {
      broken: broken.map(describeViolation),
      orders,
      stock: await reader.listStock(),
      refunding: new Set([
        ...jobs.flatMap(({ task }) => (task.kind === 'refund' ? [task.orderId] : [])),
        ...orders.flatMap(({ id, plan }) => (plan[0]?.do === 'cancel' ? [id] : [])),
      ]),
      inWork: new Set([
        ...jobs.flatMap(({ task }) => ('orderId' in task ? [task.orderId] : [])),
        ...orders.flatMap(({ id, plan }) => (plan.length > 0 ? [id] : [])),
      ]),
      storeCredit: new Map(customers.map(({ id, storeCreditCents }) => [id, storeCreditCents])),
    }
  })
}

/** Returns the number of pending payments. */
export async function countPendingPayments(store: OpenedStore): Promise<number> {
  return (await store.checkBooks()).checked.payments
}

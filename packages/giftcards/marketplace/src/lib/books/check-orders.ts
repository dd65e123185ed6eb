import type { CouponUse } from '../model/coupon.ts'
import { isDelivered, type Order } from '../model/order.ts'
import type { BooksReader, LedgerKind, LedgerRow } from '../ports/books-reader.ts'
import { cardFacts, type Fact } from './check-cards.ts'
import { ledgerName } from './check-money.ts'
import type { CouponClaim, PendingClaims } from './check-payments.ts'
import type { Findings } from './findings.ts'
import { everyPage, type Merged, mergePages } from './pages.ts'

/**
 * Whether orders are sound in themselves, and agree with the uses of coupons and the rows of both ledgers that name them. All of
 * these are listed by order, so they are merged.
 */
export async function checkOrders(
  books: BooksReader,
  pending: PendingClaims,
  report: Findings['add'],
): Promise<void> {
  const uses = mergePages(
    everyPage((after, limit) => books.listCouponUses(after, limit), 0, orderOf),
    orderOf,
  )
  const drawdown = mergeLedger(books, 'drawdown')
  const credit = mergeLedger(books, 'store-credit')
  const missingUses = new Map(pending)
  const judgeOtherUse = (use: CouponUse): void => {
    const claim = missingUses.get(use.orderId)
    missingUses.delete(use.orderId)
    checkUse(use, claim?.couponId === null ? undefined : claim, report)
  }
  const reportDrawdown = (row: LedgerRow): void => reportStray('drawdown', row, report)
  const reportCredit = (row: LedgerRow): void => reportStray('store-credit', row, report)
  const listOrders = (after: number, limit: number) => books.listOrders(after, limit)
  for await (const orders of everyPage(listOrders, 0, ({ id }) => id)) {
    const customers = await books.findCustomers(customersOf(orders))
    const unbooked: Unbooked[] = []
    for (const order of orders) {
      checkOrder(order, customers).forEach(report)
      const [use] = await uses.takeUpTo(order.id, judgeOtherUse)
      checkUseOf(order, use, report)
      const debits = await drawdown.takeUpTo(order.id, reportDrawdown)
      for (const row of findMissing(order, debits, drawdownRowsOf(order), reportDrawdown))
        reportMissing('drawdown', order, row, report)
      const credits = await credit.takeUpTo(order.id, reportCredit)
      const missing = findMissing(order, credits, creditRowsOf(order), reportCredit)
      if (missing.length > 0) unbooked.push({ order, missing })
    }
    await checkUnbooked(books, unbooked, report)
  }
  const end = Number.POSITIVE_INFINITY
  await uses.takeUpTo(end, judgeOtherUse)
  await drawdown.takeUpTo(end, reportDrawdown)
  await credit.takeUpTo(end, reportCredit)
  for (const { by, couponId } of missingUses.values())
    if (couponId !== null) report(`${by} has coupon ${couponId}, but no use of it`)
  for (const { cardId, orderIds } of await books.listSharedCards(1000))
    report(`Wallet card ${cardId} is of Order ${orderIds[0]} and of Order ${orderIds[1]}`)
}

const orderOf = ({ orderId }: CouponUse): number => orderId

function mergeLedger(books: BooksReader, kind: LedgerKind): Merged<LedgerRow> {
  const list = (after: LedgerRow | undefined, limit: number) => books.listLedgerByOrder(kind, after, limit)
  const pages = everyPage<LedgerRow, LedgerRow | undefined>(list, undefined, (row) => row)
  return mergePages(pages, ({ orderId }) => orderId ?? 0)
}

function checkUseOf(order: Order, use: CouponUse | undefined, report: Findings['add']): void {
  const { id, customerId, status, coupon } = order
  const isUsed = status !== 'Canceled' && coupon !== null
  const claim = isUsed ? { by: `Order ${id}`, customerId, couponId: coupon.coupon.id } : undefined
  if (use !== undefined) checkUse(use, claim, report)
  else if (claim !== undefined) report(`${claim.by} has coupon ${claim.couponId}, but no use of it`)
}

function checkUse(
  { orderId, couponId, customerId }: CouponUse,
  claim: CouponClaim | undefined,
  report: Findings['add'],
): void {
  if (claim === undefined)
    report(`Order ${orderId} uses coupon ${couponId}, but is no live order or pending payment with a coupon`)
  else if (claim.couponId !== couponId || claim.customerId !== customerId)
    report(
      `${claim.by} has coupon ${claim.couponId}, but coupon ${couponId} of customer ${customerId} is used`,
    )
}

type Expected = Pick<LedgerRow, 'type' | 'amountCents' | 'description'>

const purchaseOf = ({ id, dueCents }: Order): Expected => ({
  type: 'Purchase',
  amountCents: 0 - dueCents,
  description: `Order #${id}`,
})

const refundOf = ({ id, dueCents }: Order): Expected => ({
  type: 'Refund',
  amountCents: dueCents,
  description: `Refund for order #${id}`,
})

function drawdownRowsOf(order: Order): readonly Expected[] {
  if (order.hold === 'captured') return [purchaseOf(order)]
  return order.hold === 'refunded' ? [purchaseOf(order), refundOf(order)] : []
}

function creditRowsOf(order: Order): readonly Expected[] {
  if (order.payment.paidBy !== 'store-credit') return []
  return order.status === 'Canceled' ? [purchaseOf(order), refundOf(order)] : [purchaseOf(order)]
}

/** Reports rows that an order does not explain; returns what is expected of its ledger, but not there. */
function findMissing(
  order: Order,
  rows: readonly LedgerRow[],
  expected: readonly Expected[],
  reportRow: (row: LedgerRow) => void,
): readonly Expected[] {
  const missing = new Map(expected.map((row) => [row.type, row]))
  for (const row of rows) {
    const wanted = missing.get(row.type)
    if (row.customerId === order.customerId && wanted?.amountCents === row.amountCents)
      missing.delete(row.type)
    else reportRow(row)
  }
  return [...missing.values()]
}

interface Unbooked {
  readonly order: Order
  readonly missing: readonly Expected[]
}

/**
 * Reports the rows that are missing of orders paid by store credit, unless an opening row stands for them: before it a server of an
 * earlier version may have written none. A canceled order without any has moved nothing.
 */
async function checkUnbooked(
  books: BooksReader,
  unbooked: readonly Unbooked[],
  report: Findings['add'],
): Promise<void> {
  const doubtful = unbooked.filter(({ missing }) => missing.length < 2)
  if (doubtful.length === 0) return
  const openings = await books.findOpenings(customersOf(doubtful.map(({ order }) => order)))
  for (const { order, missing } of doubtful) {
    if (order.purchasedAt <= (openings.get(order.customerId) ?? -1)) continue
    for (const row of missing) reportMissing('store-credit', order, row, report)
  }
}

const customersOf = (orders: readonly Order[]): readonly number[] => [
  ...new Set(orders.map(({ customerId }) => customerId)),
]

function reportStray(
  kind: LedgerKind,
  { customerId, number, description, amountCents }: LedgerRow,
  report: Findings['add'],
): void {
  report(
    `${ledgerName(kind, customerId)}: row ${number}, ${description}, of ${amountCents}, is of no order that says so`,
  )
}

function reportMissing(
  kind: LedgerKind,
  { customerId }: Order,
  { description, amountCents }: Expected,
  report: Findings['add'],
): void {
  report(`${ledgerName(kind, customerId)} has no row ${description}, of ${amountCents}`)
}

/** Whether an order's cards add up to its totals and agree with its state (decisions: orders, money). */
export function checkOrder(order: Order, customerIds: ReadonlySet<number>): readonly string[] {
  const { status, hold, plan, payment } = order
  const times = plan.map((step) => step.at)
  const saysDelivered = status === 'Shipped' || status === 'Digitally Delivered'
  const facts: readonly Fact[] = [
    [customerIds.has(order.customerId), 'is of an unknown customer'],
    ...cardFacts({ ...order, method: payment.method }),
    [
      (payment.paidBy === 'drawdown') === (hold !== 'none'),
      'is paid by drawdown without a hold, or the reverse',
    ],
    [
      hold !== 'pending' || (status !== 'Canceled' && !isDelivered(order)),
      'still holds money though it is over',
    ],
    [
      hold !== 'captured' || isDelivered(order),
      'has captured its hold before all of its cards were fulfilled',
    ],
    [
      (status === 'Canceled') === (hold === 'released' || hold === 'refunded') || hold === 'none',
      'has given its money back though it goes on, or is canceled and has not',
    ],
    [status !== 'Canceled' || plan.length === 0, 'is canceled, but goes on'],
    [!saysDelivered || isDelivered(order), 'is delivered, but not every card of it'],
    [times.every((at, index) => at >= (times[index - 1] ?? at)), 'has a plan that is out of order'],
  ]
  return facts.filter(([holds]) => !holds).map(([, sentence]) => `Order ${order.id} ${sentence}`)
}

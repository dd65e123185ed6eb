import type { CouponUse } from '../model/coupon.ts'
import { isDelivered, type Order, type OrderUnit } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import { paymentDiscountCents, unitCostCents } from '../money.ts'
import type { BooksReader, LedgerKind, LedgerRow } from '../ports/books-reader.ts'
import { ledgerName } from './check-money.ts'
import { type Fact, faultsOf, type Findings } from './findings.ts'
import { everyPage, mergeRows } from './pages.ts'

/**
 * Whether orders are sound in themselves, and agree with the uses of coupons and the rows of both ledgers that name them. All of
 * these are listed by order, so they are merged.
 */
export async function checkOrders(
  books: BooksReader,
  pending: PendingClaims,
  report: Findings['add'],
): Promise<void> {
  const uses = mergeRows<CouponUse>(
    (after, limit) => books.listCouponUses(after?.orderId ?? 0, limit),
    orderOf,
  )
  const mergeLedger = (kind: LedgerKind) =>
    mergeRows<LedgerRow>((after, limit) => books.listLedgerByOrder(kind, after, limit), orderOf)
  const drawdown = mergeLedger('drawdown')
  const credit = mergeLedger('store-credit')
  const missingUses = new Map(pending)
  const judgeOtherUse = (use: CouponUse): void => {
    checkUse(use, missingUses.get(use.orderId), report)
    missingUses.delete(use.orderId)
  }
  const reportDrawdown = reportStray('drawdown', report)
  const reportCredit = reportStray('store-credit', report)
  const listOrders = (after: Order | undefined, limit: number) => books.listOrders(after?.id ?? 0, limit)
  for await (const orders of everyPage(listOrders)) {
    const customers = await books.findCustomers(customersOf(orders))
    for (const order of orders) {
      checkOrder(order, customers).forEach(report)
      const [use] = await uses.takeUpTo(order.id, judgeOtherUse)
      checkUseOf(order, use, report)
      const debits = await drawdown.takeUpTo(order.id, reportDrawdown)
      for (const row of findMissing(order, debits, drawdownRowsOf(order), reportDrawdown))
        reportMissing('drawdown', order, row, report)
      const credits = await credit.takeUpTo(order.id, reportCredit)
      for (const row of findMissing(order, credits, creditRowsOf(order), reportCredit))
        reportMissing('store-credit', order, row, report)
    }
  }
  const end = Number.POSITIVE_INFINITY
  await uses.takeUpTo(end, judgeOtherUse)
  await drawdown.takeUpTo(end, reportDrawdown)
  await credit.takeUpTo(end, reportCredit)
  for (const claim of missingUses.values()) reportUnused(claim, report)
  for (const { cardId, orderIds } of await books.listSharedCards(1000))
    report(`Wallet card ${cardId} is of Order ${orderIds[0]} and of Order ${orderIds[1]}`)
}

const orderOf = ({ orderId }: { readonly orderId: number | null }): number => orderId ?? 0

/** The use of a coupon that must be there, for an order that is placed or for a pending payment. */
export interface CouponClaim {
  readonly by: string
  readonly customerId: number
  readonly couponId: number
}

/** The coupons that pending payments use, by order number. Each customer has at most one pending payment. */
export type PendingClaims = ReadonlyMap<number, CouponClaim>

function checkUseOf(order: Order, use: CouponUse | undefined, report: Findings['add']): void {
  const { id, customerId, status, coupon } = order
  const isUsed = status !== 'Canceled' && coupon !== null
  const claim = isUsed ? { by: `Order ${id}`, customerId, couponId: coupon.coupon.id } : undefined
  if (use !== undefined) checkUse(use, claim, report)
  else if (claim !== undefined) reportUnused(claim, report)
}

function reportUnused({ by, couponId }: CouponClaim, report: Findings['add']): void {
  report(`${by} has coupon ${couponId}, but no use of it`)
}

function checkUse(
  { orderId, couponId, customerId }: CouponUse,
  claim: CouponClaim | undefined,
  report: Findings['add'],
): void {
  if (claim === undefined)
    report(
      `Order ${orderId} uses coupon ${couponId}, but is not a live order or pending payment with a coupon`,
    )
  else if (claim.couponId !== couponId || claim.customerId !== customerId)
    report(
      `${claim.by} has coupon ${claim.couponId}, but coupon ${couponId} of customer ${customerId} is used`,
    )
}

/** A ledger row that an order must have. The audit computes it itself, to find mistakes of the code that writes rows. */
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

/** Reports rows that an order does not explain; returns the expected rows that are missing. */
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

const customersOf = (orders: readonly Order[]): readonly number[] => [
  ...new Set(orders.map(({ customerId }) => customerId)),
]

/** Reports a row that no order explains. */
const reportStray =
  (kind: LedgerKind, report: Findings['add']) =>
  ({ customerId, number, description, amountCents }: LedgerRow): void =>
    report(
      `${ledgerName(kind, customerId)}: row ${number}, ${description}, of ${amountCents}, is of no order that says so`,
    )

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
  return faultsOf(`Order ${order.id}`, facts)
}

/** The fields that an order and a prepared order have in common. */
type Priced = Pick<
  PreparedOrder,
  'units' | 'faceValueCents' | 'orderTotalCents' | 'dueCents' | 'coupon' | 'method'
>

/** Whether cards add up to the totals of their order, to the cent (decision: money). */
export function cardFacts(order: Priced): readonly Fact[] {
  const { units, orderTotalCents, dueCents, coupon } = order
  const sumOf = (amount: (unit: OrderUnit) => number): number =>
    units.reduce((total, unit) => total + amount(unit), 0)
  const lineDiscounts = coupon?.lines.reduce((total, line) => total + line.discountCents, 0) ?? 0
  return [
    [units.length > 0, 'has no card'],
    [sumOf((unit) => unit.faceValueCents) === order.faceValueCents, 'has another face value than its cards'],
    [units.every(costsItsPrice), 'has a card that costs another amount than its price'],
    [
      sumOf((unit) => unit.unitCostCents - unit.couponShareCents) === orderTotalCents,
      'has another total than its cards after the coupon',
    ],
    [
      sumOf((unit) => unit.paymentShareCents) === orderTotalCents - dueCents,
      'has another payment discount than its cards',
    ],
    [
      dueCents === orderTotalCents - paymentDiscountCents(orderTotalCents, order.method),
      'has another payment discount than its method gives',
    ],
    [dueCents >= 0 && dueCents <= orderTotalCents, 'has more due than its total'],
    [
      sumOf((unit) => unit.couponShareCents) === (coupon?.discountCents ?? 0),
      'has another coupon discount than its cards',
    ],
    [lineDiscounts === (coupon?.discountCents ?? 0), 'has another coupon discount than its lines'],
    [
      units.every((unit) => (unit.fulfilledAt === null) === (unit.sealedSecrets === null)),
      'has a fulfilled card without secrets, or secrets of one that is not',
    ],
    [units.every(hasPossibleBalance), 'has a card with an impossible balance'],
  ]
}

function costsItsPrice(unit: OrderUnit): boolean {
  return unit.unitCostCents === unitCostCents(unit.faceValueCents, unit.percentOffBps)
}

/** Between zero and the face value; a card cannot be spent before it is fulfilled. */
function hasPossibleBalance({ currentBalanceCents, faceValueCents, fulfilledAt }: OrderUnit): boolean {
  if (fulfilledAt === null) return currentBalanceCents === faceValueCents
  return currentBalanceCents >= 0 && currentBalanceCents <= faceValueCents
}

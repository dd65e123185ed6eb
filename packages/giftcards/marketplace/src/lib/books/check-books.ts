import type { Customer } from '../model/customer.ts'
import type { StoreReader } from '../ports/store.ts'
import { checkCart } from './check-cart.ts'
import { checkCouponUses } from './check-coupon-uses.ts'
import { checkDrawdown } from './check-drawdown.ts'
import { checkOrder } from './check-order.ts'
import { checkPayment } from './check-payment.ts'
import { checkStock } from './check-stock.ts'
import { everyPage, inPages } from './every-page.ts'
import { createHeldCards, type HeldCards, hold } from './held-cards.ts'
import { claimForOrder, claimForPayment, createClaims, type OrderClaims } from './order-claims.ts'

/** What the store alone cannot tell of its books. */
export interface KnownBooks {
  /** Money that is pending for no order, by customer id, in cents; without it, more may be pending than orders hold. */
  readonly heldApartCents?: ReadonlyMap<number, number>
}

/**
 * Audits all of the books: reservations against carts and pending payments, coupon uses, ledgers, balances and holds
 * against orders, the cards of orders against their totals. Answers a sentence for each thing that is broken, none
 * where all is well; reads only (decisions: inventory, coupons, money, orders, drawdown). A page of orders, carts,
 * payments or customers is asked for at once, so that a reader may answer it in one go.
 */
export async function checkBooks(reader: StoreReader, known: KnownBooks = {}): Promise<readonly string[]> {
  const customers = await reader.listCustomers()
  const customerIds = new Set(customers.map((customer) => customer.id))
  const held = createHeldCards()
  const claims = createClaims()
  const carts = await checkCarts(reader, customerIds, held)
  const orders = await checkOrders(reader, customerIds, claims)
  const payments = await checkPayments(reader, customerIds, claims, held)
  const broken = [
    ...(await checkStock(reader, held)),
    ...carts,
    ...orders,
    ...payments,
    ...claims.broken,
    ...(await checkCouponUses(reader, claims)),
  ]
  for (const page of inPages(customers)) {
    const found = await Promise.all(page.map((customer) => checkMoney(reader, customer, claims, known)))
    broken.push(...found.flat())
  }
  return broken
}

const everything = 1_000_000

async function checkCarts(
  reader: StoreReader,
  customerIds: ReadonlySet<number>,
  held: HeldCards,
): Promise<readonly string[]> {
  const broken: string[] = []
  // Every cart expires some day, so all of them have expired by then.
  for (const page of inPages(await reader.listExpiredCarts(Number.MAX_SAFE_INTEGER, everything))) {
    const found = await Promise.all(page.map((id) => reader.findCart(id)))
    const carts = found.filter((cart) => cart !== undefined)
    for (const { lines } of carts) hold(held.inCarts, lines)
    const judged = await Promise.all(carts.map((cart) => checkCart(reader, cart, customerIds)))
    broken.push(...judged.flat())
  }
  return broken
}

async function checkOrders(
  reader: StoreReader,
  customerIds: ReadonlySet<number>,
  claims: OrderClaims,
): Promise<readonly string[]> {
  const broken: string[] = []
  const listOrderIds = (after: number, limit: number) => reader.listOrderIds(after, limit)
  for await (const page of everyPage(listOrderIds, (last) => last)) {
    const found = await Promise.all(page.map((id) => reader.findOrder(id)))
    for (const [index, order] of found.entries()) {
      if (order === undefined) throw new Error(`Order ${page[index]} is listed, but cannot be found`)
      broken.push(...checkOrder(order, customerIds))
      claimForOrder(claims, order)
    }
  }
  return broken
}

async function checkPayments(
  reader: StoreReader,
  customerIds: ReadonlySet<number>,
  claims: OrderClaims,
  held: HeldCards,
): Promise<readonly string[]> {
  const broken: string[] = []
  // Every lease ends some day, as every cart does.
  for (const page of inPages(await reader.listLapsedPayments(Number.MAX_SAFE_INTEGER, everything))) {
    const found = await Promise.all(page.map((reference) => reader.findPayment(reference)))
    const payments = found.filter((payment) => payment !== undefined)
    for (const payment of payments) {
      hold(
        held.inPayments,
        payment.order.units.map((unit) => ({ ...unit, quantity: 1 })),
      )
      claimForPayment(claims, payment)
    }
    const judged = await Promise.all(payments.map((payment) => checkPayment(reader, payment, customerIds)))
    broken.push(...judged.flat())
  }
  return broken
}

async function checkMoney(
  reader: StoreReader,
  { id, storeCreditCents }: Customer,
  claims: OrderClaims,
  known: KnownBooks,
): Promise<readonly string[]> {
  const credit = storeCreditCents < 0 ? [`Customer ${id} has less than no store credit`] : []
  const drawdown = await checkDrawdown(reader, id, {
    heldCents: claims.heldCents.get(id) ?? 0,
    ledger: claims.ledger.get(id) ?? new Map<string, number>(),
    heldApartCents: known.heldApartCents && (known.heldApartCents.get(id) ?? 0),
  })
  return [...credit, ...drawdown]
}

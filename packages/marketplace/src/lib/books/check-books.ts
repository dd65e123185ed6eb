import type { Order } from '../model/order.ts'
import type { StoreReader } from '../ports/store.ts'
import { checkDrawdown } from './check-drawdown.ts'
import { checkOrder } from './check-order.ts'
import { checkStock } from './check-stock.ts'

/** What the store alone cannot tell of its books. */
export interface KnownBooks {
  /** Numeric ids of all orders; without them only orders with steps to come are looked at. */
  readonly orderIds?: readonly number[]
  /** Money that is pending for no order, by customer id, in cents. */
  readonly heldApartCents?: ReadonlyMap<number, number>
}

const everything = 1_000_000

/**
 * Audits the books: reservations against carts, ledgers against balances, holds and cards against orders. Answers a
 * sentence for each thing that is broken, none where all is well; reads only (decisions: inventory, money, drawdown).
 */
export async function checkBooks(reader: StoreReader, known: KnownBooks = {}): Promise<readonly string[]> {
  const orders = await findOrders(reader, known.orderIds)
  const customers = await reader.listCustomers()
  const money = customers.map((customer) => {
    const apart = known.heldApartCents?.get(customer.id) ?? 0
    const own = orders.filter((order) => order.customerId === customer.id)
    return checkDrawdown(reader, customer.id, own, apart, known.orderIds !== undefined)
  })
  const credit = customers
    .filter((customer) => customer.storeCreditCents < 0)
    .map((customer) => `Customer ${customer.id} has less than no store credit`)
  const sentences = await Promise.all([
    checkStock(reader),
    ...money,
    ...orders.map((order) => checkOrder(reader, order)),
  ])
  return [...sentences.flat(), ...credit, ...repeatedCards(orders)]
}

async function findOrders(reader: StoreReader, orderIds: readonly number[] = []): Promise<readonly Order[]> {
  const open = await reader.listDueOrders(Number.MAX_SAFE_INTEGER, everything)
  const found = await Promise.all([...new Set([...open, ...orderIds])].map((id) => reader.findOrder(id)))
  return found.filter((order) => order !== undefined)
}

function repeatedCards(orders: readonly Order[]): readonly string[] {
  const ids = orders.flatMap((order) => order.units.map((unit) => unit.id))
  const seen = new Set<number>()
  return ids
    .filter((id) => seen.size === seen.add(id).size)
    .map((id) => `Wallet card ${id} is of more than one unit`)
}

import { formatCount } from '../format/count.ts'
import { formatMoney } from '../format/money.ts'
import type { Change } from './change.ts'
import type { Order, Snapshot } from './sandbox-data.ts'

type Orders = Pick<Snapshot, 'orders'>

/** New orders, and orders with a new status. An order that is new to the list only because of its limit is not new. */
export function describeOrders({ orders: before }: Orders, { orders: after }: Orders): readonly Change[] {
  const known = new Map(before.map((order) => [order.orderId, order]))
  const newest = Math.max(0, ...before.map((order) => order.id))
  return after.flatMap((order) => {
    const earlier = known.get(order.orderId)
    if (earlier !== undefined) return describeProgress(earlier, order)
    return order.id > newest ? describeNew(order) : []
  })
}

function describeNew(order: Order): readonly Change[] {
  const { id, customer, total } = order
  const placed = `Order ${id}: ${customer} buys ${formatCount(cardCount(order), 'card')} for ${formatMoney(total.due)}`
  const text = order.status === 'Processing' ? placed : `${placed}, ${order.status}`
  return [{ text, tone: toneOf(order.status) }]
}

function describeProgress(before: Order, after: Order): readonly Change[] {
  const { id, status } = after
  if (status !== before.status) return [{ text: `Order ${id} is ${status}`, tone: toneOf(status) }]
  if (fulfilledCount(after) === fulfilledCount(before)) return []
  const text = `Order ${id}: ${fulfilledCount(after)} of ${formatCount(cardCount(after), 'card')} fulfilled`
  return [{ text, tone: 'good' }]
}

/** The number of cards of an order. */
export function cardCount({ cards }: Order): number {
  return cards.reduce((total, { quantity }) => total + quantity, 0)
}

/** The number of its cards in the wallet. */
export function fulfilledCount({ cards }: Order): number {
  return cards.reduce((total, { fulfilled }) => total + fulfilled, 0)
}

function toneOf(status: string): Change['tone'] {
  if (status === 'Canceled') return 'bad'
  return status === 'Shipped' || status === 'Digitally Delivered' ? 'good' : 'plain'
}

import { toCents } from '@giftcards/client'
import type { Order } from '@giftcards/marketplace'
import type { PurchaseBook } from '../load/purchase-book.ts'

/** Checks that exactly the orders in the buyers' responses exist, with the same content. */
export function compareOrders(book: PurchaseBook, orders: readonly Order[]): readonly string[] {
  const told = [...book.answered.values()].flatMap(({ answer }) =>
    answer.kind === 'order' ? [answer.order] : [],
  )
  const stored = new Map(orders.map((order) => [order.orderId, order]))
  const wrong: string[] = []
  for (const { id, orderId, total, cards } of told) {
    const order = stored.get(orderId)
    if (order === undefined) {
      wrong.push(`Order ${orderId} was acknowledged, and is gone`)
      continue
    }
    stored.delete(orderId)
    const isSame =
      order.id === id &&
      order.dueCents === toCents(total.due) &&
      order.units.map((unit) => unit.id).join() === cards.map((card) => card.id).join()
    if (!isSame) wrong.push(`Order ${orderId} is not what was acknowledged`)
  }
  if (told.length !== new Set(told.map(({ orderId }) => orderId)).size)
    wrong.push('Two purchases were answered with one order')
  return [...wrong, ...[...stored.keys()].map((orderId) => `Order ${orderId} was never asked for, or twice`)]
}

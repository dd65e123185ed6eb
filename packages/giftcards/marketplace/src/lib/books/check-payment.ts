import type { PendingPayment } from '../model/payment.ts'
import type { StoreReader } from '../ports/store.ts'
import { cardFacts, type Fact } from './check-cards.ts'

/** Whether a pending payment is one that can become an order, and has not yet (decision 0016). */
export async function checkPayment(
  reader: StoreReader,
  payment: PendingPayment,
  customerIds: ReadonlySet<number>,
): Promise<readonly string[]> {
  const { reference, customerId, order, legs } = payment
  const placed = await Promise.all([reader.findOrder(order.id), reader.findOrderByOrderId(order.orderId)])
  const facts: readonly Fact[] = [
    [customerIds.has(customerId) && order.customerId === customerId, 'is of an unknown customer, or of two'],
    [reference === `order:${order.orderId}`, 'has the reference of another order'],
    [placed.every((found) => found === undefined), `is pending, but order ${order.id} exists`],
    [legs.length > 0 && order.dueCents > 0, 'has nothing to charge'],
    ...cardFacts(order),
  ]
  return facts.filter(([holds]) => !holds).map(([, sentence]) => `Payment ${reference} ${sentence}`)
}

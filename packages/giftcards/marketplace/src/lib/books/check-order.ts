import { isDelivered, type Order } from '../model/order.ts'
import { cardFacts, type Fact } from './check-cards.ts'

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

import type { Order, OrderUnit } from '../model/order.ts'
import type { StoreReader } from '../ports/store.ts'
import { isFulfilled } from '../orders/order-facts.ts'

/** Whether an order's cards add up to its totals, are found as wallet cards, and agree with its state (decisions: orders, money). */
export async function checkOrder(reader: StoreReader, order: Order): Promise<readonly string[]> {
  const { units } = order
  const sumOf = (amount: (unit: OrderUnit) => number): number =>
    units.reduce((total, unit) => total + amount(unit), 0)
  const owners = await Promise.all(units.map((unit) => reader.findOrderOfCard(unit.id)))
  const facts: readonly (readonly [boolean, string])[] = [
    [units.length > 0, 'has no card'],
    [owners.every((owner) => owner?.id === order.id), 'does not own each of its wallet cards'],
    [sumOf((unit) => unit.faceValueCents) === order.faceValueCents, 'has another face value than its cards'],
    [
      sumOf((unit) => unit.unitCostCents - unit.couponShareCents) === order.orderTotalCents,
      'has another total than its cards after the coupon',
    ],
    [
      sumOf((unit) => unit.paymentShareCents) === order.orderTotalCents - order.dueCents,
      'has another payment discount than its cards',
    ],
    [order.dueCents >= 0 && order.dueCents <= order.orderTotalCents, 'has more due than its total'],
    [
      sumOf((unit) => unit.couponShareCents) === (order.coupon?.discountCents ?? 0),
      'has another coupon discount than its cards',
    ],
    [
      units.every((unit) => (unit.fulfilledAt === null) === (unit.sealedSecrets === null)),
      'has a fulfilled card without secrets, or secrets of one that is not',
    ],
    [
      units.every((unit) => unit.currentBalanceCents >= 0 && unit.currentBalanceCents <= unit.faceValueCents),
      'has a card with an impossible balance',
    ],
    [
      order.hold !== 'pending' || (order.status !== 'Canceled' && !isFulfilled(order)),
      'still holds money though it is over',
    ],
    [order.status !== 'Canceled' || order.plan.length === 0, 'is canceled, but goes on'],
  ]
  return facts.filter(([holds]) => !holds).map(([, sentence]) => `Order ${order.id} ${sentence}`)
}

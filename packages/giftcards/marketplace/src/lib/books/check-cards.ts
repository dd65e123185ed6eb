import type { Order, OrderUnit } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import { paymentDiscountCents, unitCostCents } from '../money.ts'

/** What an order has in common with one that is still to be paid. */
type Priced = Pick<
  PreparedOrder,
  'units' | 'faceValueCents' | 'orderTotalCents' | 'dueCents' | 'coupon' | 'method'
>

/** A fact that must hold, and the sentence where it does not. */
export type Fact = readonly [holds: boolean, sentence: string]

/** Whether cards add up to the totals of their order, to the cent (decision: money). */
export function cardFacts({
  units,
  faceValueCents,
  orderTotalCents,
  dueCents,
  coupon,
  method,
}: Priced): readonly Fact[] {
  const sumOf = (amount: (unit: OrderUnit) => number): number =>
    units.reduce((total, unit) => total + amount(unit), 0)
  const lineDiscounts = coupon?.lines.reduce((total, line) => total + line.discountCents, 0) ?? 0
  return [
    [units.length > 0, 'has no card'],
    [sumOf((unit) => unit.faceValueCents) === faceValueCents, 'has another face value than its cards'],
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
      dueCents === orderTotalCents - paymentDiscountCents(orderTotalCents, method),
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

function costsItsPrice(unit: Order['units'][number]): boolean {
  return unit.unitCostCents === unitCostCents(unit.faceValueCents, unit.percentOffBps)
}

/** Between nothing and the face value; nobody spends a card before it was fulfilled. */
function hasPossibleBalance({ currentBalanceCents, faceValueCents, fulfilledAt }: OrderUnit): boolean {
  if (fulfilledAt === null) return currentBalanceCents === faceValueCents
  return currentBalanceCents >= 0 && currentBalanceCents <= faceValueCents
}

import type { SavedPaymentMethod } from '../model/accounts.ts'
import type { OrderPayment, PaymentMethod } from '../model/order.ts'
import type { LegState, PaymentLeg, PendingPayment } from '../model/payment.ts'
import type { Verdict } from './charge.ts'

/** The legs of a payment that begins: the gateway has not been asked yet. */
export function pendingLegs({ reference, order, legs }: PendingPayment, now: number): readonly PaymentLeg[] {
  return legs.map(({ kind, id: methodId }, position) => ({
    orderId: order.id,
    position,
    reference,
    kind,
    methodId,
    amountCents: order.dueCents,
    state: 'pending',
    gatewayReference: null,
    changedAt: now,
  }))
}

/** The legs of a payment that has ended: one has paid, those before it were declined, and no other was or will be asked. */
export function endedLegs(payment: PendingPayment, verdict: Verdict, now: number): readonly PaymentLeg[] {
  return pendingLegs(payment, now).map((leg) => ({
    ...leg,
    state: stateAfter(verdict, leg.position),
    gatewayReference:
      verdict.kind === 'accepted' && verdict.leg === leg.position ? (verdict.gatewayReference ?? null) : null,
  }))
}

function stateAfter(verdict: Verdict, position: number): LegState {
  if (verdict.kind !== 'accepted') return verdict.kind === 'refused' ? 'declined' : 'canceled'
  if (verdict.leg === position) return 'charged'
  return position < verdict.leg ? 'declined' : 'canceled'
}

/** An order's payment by one of its saved methods. */
export function describePaidLeg(
  method: PaymentMethod,
  legs: readonly SavedPaymentMethod[],
  paidLeg: number,
): OrderPayment {
  const leg = legs[paidLeg]
  if (leg === undefined) throw new Error(`The payment has no leg ${paidLeg}`)
  return { method, paidBy: leg.kind, accountNumber: leg.accountNumber, routingNumber: leg.routingNumber }
}

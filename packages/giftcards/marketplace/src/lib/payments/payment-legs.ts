import type { SavedPaymentMethod } from '../model/customer.ts'
import type { Order, OrderPayment, PaymentMethod } from '../model/order.ts'
import type { LegState, PaymentLeg, PendingPayment } from '../model/payment.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { Verdict } from './ask-gateway.ts'

/** The legs of a payment that begins: nobody has been asked yet. */
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

/**
 * Sends the money of a canceled order back to where a gateway took it from: by a job, since a gateway may be away. What the bank has
 * taken back by itself is only noted.
 */
export async function refundOrder(
  tx: StoreTransaction,
  order: Order,
  at: number,
  isReturned: boolean,
): Promise<void> {
  for (const leg of await chargedLegs(tx, order)) {
    await tx.putPaymentLeg({ ...leg, state: isReturned ? 'refunded' : 'refunding', changedAt: at })
    if (isReturned) continue
    const { orderId, position } = leg
    const task = { kind: 'refund', orderId, position } as const
    await tx.insertJob({ id: `refund/${orderId}/${position}`, task, dueAt: at })
  }
}

async function chargedLegs(tx: StoreTransaction, order: Order): Promise<readonly PaymentLeg[]> {
  const { paidBy, method } = order.payment
  if (paidBy === 'store-credit' || paidBy === 'drawdown' || order.dueCents === 0) return []
  const legs = await tx.listPaymentLegs(order.id)
  if (legs.length > 0) return legs.filter(({ state }) => state === 'charged')
  // Paid before legs were kept: the card is the second of two methods, or the only one.
  const position = method === 'ACH_CREDITCARD' && paidBy === 'card' ? 1 : 0
  const known = { orderId: order.id, position, reference: `order:${order.orderId}`, kind: paidBy }
  const amountCents = order.dueCents
  const changedAt = order.purchasedAt
  return [{ ...known, methodId: null, amountCents, state: 'charged', gatewayReference: null, changedAt }]
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

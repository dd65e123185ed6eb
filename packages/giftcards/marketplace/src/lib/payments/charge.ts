import type { SavedPaymentMethod } from '../model/accounts.ts'
import type { OrderPayment, PaymentMethod } from '../model/order.ts'
import type { LegState, PaymentLeg, PendingPayment } from '../model/payment.ts'
import { type MarketplaceDeps, withinLimit } from '../ports/deps.ts'
import { type CancelAnswer, PaymentUnavailableError } from '../ports/payment-gateway.ts'
import { settings } from '../settings.ts'

/** The end of a payment: paid by one leg, declined by all, or canceled because a response was lost. */
export type Verdict = Extract<CancelAnswer, { kind: 'accepted' }> | { readonly kind: 'refused' } | Canceled

interface Canceled extends Extract<CancelAnswer, { kind: 'canceled' }> {
  /** The error of the lost response. */
  readonly cause?: unknown
}

type Deps = Pick<MarketplaceDeps, 'gateway' | 'realTime'>

/**
 * Charges each saved method in turn: bank first, then the backup card (spec 4.5). A charge that fails or takes too long may have moved
 * money, so its reference is canceled. Rejects with `PaymentUnavailableError` if that fails too: the payment is still open.
 */
export async function askGateway(deps: Deps, payment: PendingPayment): Promise<Verdict> {
  try {
    return await chargeLegs(deps, payment)
  } catch (cause) {
    const answer = await cancelCharges(deps, payment.reference)
    return answer.kind === 'canceled' ? { ...answer, cause } : answer
  }
}

async function chargeLegs(
  { gateway, realTime }: Deps,
  { reference, customerId, order, legs }: PendingPayment,
): Promise<Verdict> {
  const amountCents = order.dueCents
  for (const [leg, { kind, id: methodId }] of legs.entries()) {
    const answer = await withinLimit(realTime.startTimer, settings.gatewayLimitMs, () =>
      gateway.charge({ kind, customerId, methodId, amountCents, reference, leg }),
    )
    if (answer.kind === 'accepted') return { ...answer, leg }
  }
  return { kind: 'refused' }
}

/** Cancels a reference unless a leg of it was accepted. Rejects with `PaymentUnavailableError` if the gateway does not respond. */
export async function cancelCharges({ gateway, realTime }: Deps, reference: string): Promise<CancelAnswer> {
  try {
    return await withinLimit(realTime.startTimer, settings.gatewayLimitMs, () => gateway.cancel(reference))
  } catch (cause) {
    throw new PaymentUnavailableError('The payment gateway does not report the outcome of a payment', {
      cause,
    })
  }
}

/** The lease of a payment: the gateway's time limit for each leg, for the cancellation and for the process's own work. */
export function leaseMs(legs: number): number {
  return (legs + 2) * settings.gatewayLimitMs
}

/**
 * Waits while a process works on a payment of the account, at most until `giveUpAt` in real time. Returns whether a checkout can
 * continue: no payment is pending, or its lease is over.
 */
export async function awaitPayment(
  { store, realTime }: Pick<MarketplaceDeps, 'store' | 'realTime'>,
  customerId: number,
  giveUpAt: number,
): Promise<boolean> {
  for (;;) {
    const payment = await store.read((tx) => tx.findPaymentOf(customerId))
    const now = realTime.now()
    if (payment === undefined || payment.leaseUntil <= now) return true
    if (now >= giveUpAt) return false
    const ms = Math.min(settings.paymentPollMs, giveUpAt - now)
    await new Promise<void>((resolve) => void realTime.startTimer(ms, resolve))
  }
}

/** The legs of a payment before the gateway is called. */
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

/** The legs of an ended payment. Legs before the one that paid were declined. Legs after it are never charged. */
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

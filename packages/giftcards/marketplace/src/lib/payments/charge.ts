import type { MarketplaceDeps } from '../deps.ts'
import type { PendingPayment } from '../model/payment.ts'
import { type CancelAnswer, type PaymentAnswer, PaymentUnavailableError } from '../ports/payment-gateway.ts'
import { withinLimit } from '../ports/real-time.ts'
import { settings } from '../settings.ts'

/** What became of a payment: paid by a leg, refused by all of them, or canceled because an answer was lost. */
export type Verdict = Extract<CancelAnswer, { kind: 'accepted' }> | { readonly kind: 'refused' } | Canceled

interface Canceled extends Extract<CancelAnswer, { kind: 'canceled' }> {
  /** How the answer was lost. */
  readonly cause?: unknown
}

type Deps = Pick<MarketplaceDeps, 'gateway' | 'realTime'>

/**
 * Tries each saved method in turn: bank first, then the backup card (spec 4.5). Where a charge fails or takes too long
 * nobody knows whether money moved, so the reference is canceled. Rejects with `PaymentUnavailableError` where that
 * fails too: the payment is still open.
 */
export async function askGateway(deps: Deps, payment: PendingPayment): Promise<Verdict> {
  try {
    return await chargeLegs(deps, payment)
  } catch (cause) {
    const answer = await cancelCharges(deps, payment.reference)
    return answer.kind === 'canceled' ? { ...answer, cause } : answer
  }
}

async function chargeLegs(deps: Deps, payment: PendingPayment): Promise<Verdict> {
  for (const leg of payment.legs.keys()) {
    const answer = await charge(deps, payment, leg)
    if (answer.kind === 'accepted') return { ...answer, leg }
  }
  return { kind: 'refused' }
}

function charge(
  { gateway, realTime }: Deps,
  { reference, customerId, order, legs }: PendingPayment,
  leg: number,
): Promise<PaymentAnswer> {
  const method = legs[leg]
  if (method === undefined) throw new Error(`Payment ${reference} has no leg ${leg}`)
  const { kind, id: methodId } = method
  return withinLimit(realTime.startTimer, settings.gatewayLimitMs, () =>
    gateway.charge({ kind, customerId, methodId, amountCents: order.dueCents, reference, leg }),
  )
}

/** Has the gateway say what became of a reference, for good; rejects with `PaymentUnavailableError` where it does not. */
export async function cancelCharges({ gateway, realTime }: Deps, reference: string): Promise<CancelAnswer> {
  try {
    return await withinLimit(realTime.startTimer, settings.gatewayLimitMs, () => gateway.cancel(reference))
  } catch (cause) {
    throw new PaymentUnavailableError('The payment gateway does not say what became of a payment', { cause })
  }
}

/**
 * How long somebody may need for a payment: every leg and the cancellation to their limits, and as long again as one of
 * them for what the process does besides.
 */
export function leaseMs(legs: number): number {
  return (legs + 2) * settings.gatewayLimitMs
}

/**
 * Waits while somebody is at work on a payment of the account, in whichever process, but not beyond `giveUpAt` in real
 * time. Answers whether the account is free, or its payment free to be settled.
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

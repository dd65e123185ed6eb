import type { DrawdownObjection } from '../drawdown/find-payer.ts'
import type { Order } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import type { OrderView } from '../orders/order-view.ts'
import type { Outcome, Refusal, RefusalKind, ThrottleKind } from '../refusal.ts'
import type { PaymentPlan, PaymentPlanObjection } from './payment-plan.ts'

/** An order in the state in which checkout returns it. */
export interface PlacedOrder {
  readonly order: OrderView
}

/** A checkout's outcome; `isReplay` where it repeats that of an earlier one under the same `Idempotency-Key`. */
export type CheckoutOutcome = Outcome<
  PlacedOrder,
  EarlyRefusalKind | ExecutedRefusalKind | 'checkout_in_progress' | 'idempotency_mismatch'
> & { readonly isReplay: boolean }

/** Refusals before the reservation, of which nothing is kept. */
export type EarlyRefusalKind =
  | PaymentPlanObjection
  | DrawdownObjection
  | 'too_many_cards'
  | 'coupon_throttled'
  | 'coupon_not_found'
  | 'cart_not_found'

/** Refusals from the reservation on: the attempt counts as executed, and its outcome is kept for replays. */
export const executedRefusalKinds = [
  'cards_unavailable',
  'coupon_not_yet_active',
  'coupon_expired',
  'coupon_used_up',
  'coupon_not_eligible',
  'drawdown_insufficient',
  'payment_declined',
] as const satisfies readonly RefusalKind[]

/** One of `executedRefusalKinds`. */
export type ExecutedRefusalKind = (typeof executedRefusalKinds)[number]

/** One attempt to check out: refused, placed at once, or prepared and still to be paid through the gateway. */
export type Attempt =
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal<EarlyRefusalKind>
      readonly wasExecuted: false
    }
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal<ExecutedRefusalKind>
      readonly wasExecuted: true
    }
  | { readonly kind: 'placed'; readonly order: Order }
  | { readonly kind: 'unpaid'; readonly order: PreparedOrder; readonly legs: PaymentPlan['legs'] }

/** Refuses an attempt before the reservation. */
export function notExecuted(kind: Exclude<EarlyRefusalKind, ThrottleKind>): Attempt {
  return { kind: 'refused', refusal: { kind }, wasExecuted: false }
}

/** Refuses an attempt from the reservation on. */
export function executed(kind: ExecutedRefusalKind): Attempt {
  return { kind: 'refused', refusal: { kind }, wasExecuted: true }
}

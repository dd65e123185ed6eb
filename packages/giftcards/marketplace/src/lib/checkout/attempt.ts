import type { Order } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import type { Refusal, RefusalKind } from '../refusal.ts'
import type { PaymentPlan } from './payment-plan.ts'

/** One attempt to check out: refused, placed at once, or prepared and still to be paid through the gateway. */
export type Attempt =
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal
      /** From the reservation on an attempt counts as executed, and its outcome is kept for replays. */
      readonly wasExecuted: boolean
    }
  | { readonly kind: 'placed'; readonly order: Order }
  | { readonly kind: 'unpaid'; readonly order: PreparedOrder; readonly legs: PaymentPlan['legs'] }

/** A refusal before the reservation. */
export function notExecuted(kind: RefusalKind): Attempt {
  return { kind: 'refused', refusal: { kind }, wasExecuted: false }
}

/** A refusal from the reservation on. */
export function executed(kind: RefusalKind): Attempt {
  return { kind: 'refused', refusal: { kind }, wasExecuted: true }
}

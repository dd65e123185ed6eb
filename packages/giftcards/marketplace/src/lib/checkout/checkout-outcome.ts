import type { OrderView } from '../orders/order-view.ts'
import type { Outcome } from '../refusal.ts'

/** An order as checkout answers it. */
export interface PlacedOrder {
  readonly order: OrderView
}

/** A checkout's outcome; `isReplay` where an earlier one under the same `Idempotency-Key` is answered again. */
export type CheckoutOutcome = Outcome<PlacedOrder> & { readonly isReplay: boolean }

import type { PaymentMethod } from '../model/order.ts'
import { percentageOf } from './percentage.ts'

/** Basis points off the order total by payment method (spec 4.6). */
export const paymentDiscountBps = {
  ACH: 200,
  ACH_CREDITCARD: 200,
  DRAWDOWN_ACCOUNT: 250,
  CREDITCARD: 0,
  STORE_CREDIT: 0,
} as const satisfies Record<PaymentMethod, number>

/** The discount of a payment method on an order total, in cents: rounded half up, then subtracted (decision: money 3). */
export function paymentDiscountCents(orderTotalCents: number, method: PaymentMethod): number {
  return percentageOf(orderTotalCents, paymentDiscountBps[method])
}

import type { SavedPaymentMethod } from '../model/customer.ts'
import type { OrderPayment, PaymentMethod } from '../model/order.ts'

/** How an order says that one of its saved methods paid. */
export function payByLeg(
  method: PaymentMethod,
  legs: readonly SavedPaymentMethod[],
  paidLeg: number,
): OrderPayment {
  const leg = legs[paidLeg]
  if (leg === undefined) throw new Error(`The payment has no leg ${paidLeg}`)
  return { method, paidBy: leg.kind, accountNumber: leg.accountNumber, routingNumber: leg.routingNumber }
}

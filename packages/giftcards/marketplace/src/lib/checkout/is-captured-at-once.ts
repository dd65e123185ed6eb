import type { OrderUnit } from '../model/order.ts'
import { hasPhysical } from '../orders/order-facts.ts'
import type { PaymentPlan } from './payment-plan.ts'

/**
 * Whether an order will probably be captured as it is placed: by drawdown, with nothing to ship. Where its merchants have it
 * wait nevertheless, the number that was taken for its ledger entry is left out.
 */
export function isCapturedAtOnce(
  { method }: Pick<PaymentPlan, 'method'>,
  lines: readonly Pick<OrderUnit, 'type'>[],
): boolean {
  return method === 'DRAWDOWN_ACCOUNT' && !hasPhysical(lines)
}

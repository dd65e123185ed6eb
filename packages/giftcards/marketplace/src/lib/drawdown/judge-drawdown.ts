import type { Customer } from '../model/customer.ts'
import type { DrawdownAccount } from '../model/drawdown.ts'
import type { RefusalKind } from '../refusal.ts'

/** Why a customer may not pay from a drawdown account; `undefined` where they may (spec 4.6). */
export function judgeDrawdown(
  customer: Customer,
  account: DrawdownAccount | undefined,
): RefusalKind | undefined {
  if (!customer.isElite || account === undefined) return 'drawdown_not_authorized'
  if (!account.isActive) return 'drawdown_inactive'
  if (customer.address === null || customer.phone === null) return 'customer_details_required'
  return undefined
}

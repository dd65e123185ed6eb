import { customerOf } from '../customers/customer-of.ts'
import type { CustomerCaller } from '../model/caller.ts'
import type { Customer } from '../model/customer.ts'
import type { DrawdownAccount } from '../model/drawdown.ts'
import type { StoreReader } from '../ports/store.ts'

/** Why a customer may not pay from a drawdown account. */
export type DrawdownObjection = 'drawdown_not_authorized' | 'drawdown_inactive' | 'customer_details_required'

/** Who wants to pay from a drawdown account. */
export interface Payer {
  readonly customer: Customer
  /** Why they may not; `undefined` where they may. */
  readonly objection: DrawdownObjection | undefined
}

/** Finds the caller's customer and account, in one round trip, and judges them. */
export async function findPayer(tx: StoreReader, caller: CustomerCaller): Promise<Payer> {
  const [customer, account] = await Promise.all([
    customerOf(tx, caller),
    tx.findDrawdownAccount(caller.customerId),
  ])
  return { customer, objection: judgeDrawdown(customer, account) }
}

/** `undefined`: the customer may pay (spec 4.6). */
function judgeDrawdown(
  customer: Customer,
  account: DrawdownAccount | undefined,
): DrawdownObjection | undefined {
  if (!customer.isElite || account === undefined) return 'drawdown_not_authorized'
  if (!account.isActive) return 'drawdown_inactive'
  if (customer.address === null || customer.phone === null) return 'customer_details_required'
  return undefined
}

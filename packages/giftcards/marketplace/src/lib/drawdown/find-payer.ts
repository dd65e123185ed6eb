import { customerOf } from '../customers/customer-of.ts'
import type { CustomerCaller } from '../model/caller.ts'
import type { Customer } from '../model/customer.ts'
import type { StoreReader } from '../ports/store.ts'
import type { RefusalKind } from '../refusal.ts'
import { judgeDrawdown } from './judge-drawdown.ts'

/** Who wants to pay from a drawdown account. */
export interface Payer {
  readonly customer: Customer
  /** Why they may not; `undefined` where they may. */
  readonly objection: RefusalKind | undefined
}

/** Finds the caller's customer and account, in one round trip, and judges them. */
export async function findPayer(tx: StoreReader, caller: CustomerCaller): Promise<Payer> {
  const [customer, account] = await Promise.all([
    customerOf(tx, caller),
    tx.findDrawdownAccount(caller.customerId),
  ])
  return { customer, objection: judgeDrawdown(customer, account) }
}

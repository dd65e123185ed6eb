import type { OrderDeps } from '../deps.ts'
import { settleAccount } from '../orders/settle-account.ts'
import { type Outcome, done, isDone, refused } from '../refusal.ts'
import { changeStoreCredit } from '../store-credit.ts'

/** Sets a customer's store credit, in cents; the ledger gets the difference (decision: sandbox). */
export async function setStoreCredit(
  deps: OrderDeps,
  email: string,
  storeCreditCents: number,
): Promise<Outcome<number, 'customer_not_found'>> {
  const found = await deps.store.ask((tx) => tx.findCustomerByEmail(email.toLowerCase()))
  if (found === undefined) return refused('customer_not_found')
  // Credit that was due to come back earlier must not be added on top later.
  await settleAccount(deps, found.id)
  return deps.store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: found.id })
    const customer = await tx.findCustomer(found.id)
    if (customer === undefined) return refused('customer_not_found')
    const amountCents = storeCreditCents - customer.storeCreditCents
    const change = { at: deps.clock.now(), type: 'Adjustment', amountCents, orderId: null } as const
    if (amountCents !== 0) await changeStoreCredit(tx, customer, { ...change, description: 'Credit set' })
    return done(storeCreditCents)
  }, isDone)
}

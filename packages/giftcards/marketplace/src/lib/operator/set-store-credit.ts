import type { OrderDeps } from '../deps.ts'
import { settleAccount } from '../orders/settle-account.ts'
import { type Outcome, done, isDone, refused } from '../refusal.ts'

/** Sets a customer's store credit, in cents (decision: sandbox). */
export async function setStoreCredit(
  deps: OrderDeps,
  email: string,
  storeCreditCents: number,
): Promise<Outcome<number, 'customer_not_found'>> {
  const customer = await deps.store.ask((tx) => tx.findCustomerByEmail(email.toLowerCase()))
  if (customer === undefined) return refused('customer_not_found')
  // Credit that was due to come back earlier must not be added on top later.
  await settleAccount(deps, customer.id)
  return deps.store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: customer.id })
    await tx.updateCustomer(customer.id, { storeCreditCents })
    return done(storeCreditCents)
  }, isDone)
}

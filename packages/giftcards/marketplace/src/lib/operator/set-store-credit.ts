import type { MarketplaceDeps } from '../deps.ts'
import { settleOrders } from '../orders/settle-orders.ts'
import { type Outcome, done, isDone, refused } from '../refusal.ts'

/** Sets a customer's store credit, in cents (decision: sandbox). */
export function setStoreCredit(
  { store, clock, ...deps }: Pick<MarketplaceDeps, 'store' | 'clock' | 'issuer' | 'vault'>,
  email: string,
  storeCreditCents: number,
): Promise<Outcome<number, 'customer_not_found'>> {
  return store.transaction(async (tx) => {
    const customer = await tx.findCustomerByEmail(email.toLowerCase())
    if (customer === undefined) return refused('customer_not_found')
    // Credit that was due to come back earlier must not be added on top later.
    await settleOrders(tx, deps, clock.now(), customer.id)
    await tx.updateCustomer(customer.id, { storeCreditCents })
    return done(storeCreditCents)
  }, isDone)
}

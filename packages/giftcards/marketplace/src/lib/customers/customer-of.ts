import type { CustomerCaller } from '../model/caller.ts'
import type { Customer } from '../model/customer.ts'
import type { StoreReader } from '../ports/store.ts'

/** The customer a token names; a token outlives no customer, so a missing one is a defect. */
export async function customerOf(tx: StoreReader, caller: CustomerCaller): Promise<Customer> {
  const customer = await tx.findCustomer(caller.customerId)
  if (customer === undefined) throw new Error('A token names a customer that does not exist')
  return customer
}

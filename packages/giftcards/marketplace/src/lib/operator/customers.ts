import type { Customer } from '../model/customer.ts'
import type { DrawdownAccount } from '../model/drawdown.ts'
import type { PasswordHasher } from '../ports/collaborators.ts'
import type { Store } from '../ports/store.ts'
import { done } from '../refusal.ts'
import { isAccepted, objection, type OperatorOutcome } from './operator-store.ts'

/** What an operator says of a new customer. */
export interface NewCustomer extends Pick<
  Customer,
  'email' | 'firstname' | 'lastname' | 'isElite' | 'phone' | 'address'
> {
  readonly password: string
}

const unknown = (email: string) => objection(`There is no customer ${email}`)

/** Adds a customer, enabled and without store credit. */
export async function addCustomer(
  { store, passwords }: { readonly store: Store; readonly passwords: PasswordHasher },
  { password, ...customer }: NewCustomer,
): Promise<OperatorOutcome<Customer>> {
  const email = customer.email.toLowerCase()
  const passwordHash = await passwords.hash(password)
  return store.transaction(async (tx) => {
    if ((await tx.findCustomerByEmail(email)) !== undefined)
      return objection(`There is a customer ${email} already`)
    const fields = { ...customer, email, passwordHash, isDisabled: false, storeCreditCents: 0 }
    return done({ ...fields, id: await tx.insertCustomer(fields) })
  }, isAccepted)
}

/** Makes a customer Elite or not, or enables or disables one; a disabled customer's token is rejected at once. */
export function changeCustomer(
  store: Store,
  email: string,
  change: Partial<Pick<Customer, 'isElite' | 'isDisabled'>>,
): Promise<OperatorOutcome<Customer>> {
  return store.transaction(async (tx) => {
    const customer = await tx.findCustomerByEmail(email.toLowerCase())
    if (customer === undefined) return unknown(email)
    const changed = { ...customer, ...change }
    if (changed.isElite === customer.isElite && changed.isDisabled === customer.isDisabled)
      return objection(`The customer ${customer.email} is so already`)
    await tx.updateCustomer(customer.id, change)
    return done(changed)
  }, isAccepted)
}

/** Opens an empty drawdown account. */
export function openDrawdownAccount(store: Store, email: string): Promise<OperatorOutcome<DrawdownAccount>> {
  return store.transaction(async (tx) => {
    const customer = await tx.findCustomerByEmail(email.toLowerCase())
    if (customer === undefined) return unknown(email)
    if ((await tx.findDrawdownAccount(customer.id)) !== undefined)
      return objection(`The customer ${customer.email} has a drawdown account already`)
    if (!customer.isElite)
      return objection(`The customer ${customer.email} is not Elite; run set-elite first`)
    await tx.insertDrawdownAccount(customer.id)
    return done({ customerId: customer.id, balanceCents: 0, pendingCents: 0, isActive: true })
  }, isAccepted)
}

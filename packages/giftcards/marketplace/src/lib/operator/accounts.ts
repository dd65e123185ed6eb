import type { App, Customer } from '../model/accounts.ts'
import type { PasswordHasher } from '../ports/deps.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { done } from '../refusal.ts'
import { objection, type OperatorOutcome } from './operator-store.ts'

/** Adds a partner's application, enabled. */
export function addApp(store: Store, id: string): Promise<OperatorOutcome<App>> {
  return store.transaction(async (tx) => {
    if ((await tx.findApp(id)) !== undefined) return objection(`An app ${id} already exists`)
    const app = { id, isEnabled: true }
    await tx.putApp(app)
    return done(app)
  })
}

/** Enables or disables an application; requests of a disabled one are rejected at once. */
export function setAppEnabled(store: Store, id: string, isEnabled: boolean): Promise<OperatorOutcome<App>> {
  return store.transaction(async (tx) => {
    const app = await tx.findApp(id)
    if (app === undefined) return objection(`There is no app ${id}`)
    if (app.isEnabled === isEnabled)
      return objection(`The app ${id} is already ${isEnabled ? 'enabled' : 'disabled'}`)
    await tx.putApp({ id, isEnabled })
    return done({ id, isEnabled })
  })
}

/** A new customer as an operator enters it. */
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
      return objection(`A customer ${email} already exists`)
    const fields = {
      ...customer,
      email,
      passwordHash,
      tokenGeneration: 0,
      isDisabled: false,
      storeCreditCents: 0,
    }
    return done({ ...fields, id: await tx.insertCustomer(fields) })
  })
}

/**
 * Makes a customer Elite or not, or enables or disables one. A disabled customer's token is rejected at once, and is expired once the
 * customer is enabled again.
 */
export function changeCustomer(
  store: Store,
  email: string,
  change: Partial<Pick<Customer, 'isElite' | 'isDisabled'>>,
): Promise<OperatorOutcome<Customer>> {
  return onCustomer(store, email, async (tx, customer) => {
    const changed = { ...customer, ...change }
    if (changed.isElite === customer.isElite && changed.isDisabled === customer.isDisabled)
      return objection(`The customer ${customer.email} is already in that state`)
    const ends = changed.isDisabled !== customer.isDisabled
    await tx.updateCustomer(customer.id, { ...change, ...(ends && nextGeneration(customer)) })
    return done(changed)
  })
}

/** The change that expires every token of a customer. */
const nextGeneration = ({ tokenGeneration }: Customer) => ({ tokenGeneration: tokenGeneration + 1 })

/** Ends all sessions of a customer: their tokens are expired. */
export function endSessions(store: Store, email: string): Promise<OperatorOutcome<Customer>> {
  return onCustomer(store, email, async (tx, customer) => {
    await tx.updateCustomer(customer.id, nextGeneration(customer))
    return done(customer)
  })
}

/** Replaces the password of a customer, and ends all sessions. */
export async function setPassword(
  { store, passwords }: { readonly store: Store; readonly passwords: PasswordHasher },
  email: string,
  password: string,
): Promise<OperatorOutcome<Customer>> {
  const passwordHash = await passwords.hash(password)
  return onCustomer(store, email, async (tx, customer) => {
    await tx.updateCustomer(customer.id, { passwordHash, ...nextGeneration(customer) })
    return done({ ...customer, passwordHash })
  })
}

/** Locks a customer, then runs `work` on it. */
export async function onCustomer<Value>(
  store: Store,
  email: string,
  work: (tx: StoreTransaction, customer: Customer) => Promise<OperatorOutcome<Value>>,
): Promise<OperatorOutcome<Value>> {
  const found = await store.readOne((tx) => tx.findCustomerByEmail(email.toLowerCase()))
  if (found === undefined) return unknown(email)
  return store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: found.id })
    const customer = await tx.findCustomer(found.id)
    return customer === undefined ? unknown(email) : work(tx, customer)
  })
}

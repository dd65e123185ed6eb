import { changeStoreCredit } from '../customers/ledger.ts'
import type { SavedPaymentMethod } from '../model/accounts.ts'
import type { DrawdownAccount, StoreCreditTransaction } from '../model/ledger.ts'
import type { OrderDeps } from '../ports/deps.ts'
import type { Store } from '../ports/store.ts'
import { done, type Outcome, refused } from '../refusal.ts'
import { formatDollars } from '../money.ts'
import { onCustomer } from './accounts.ts'
import { objection, type OperatorOutcome } from './operator-store.ts'

/** Opens an empty drawdown account. */
export function openDrawdownAccount(store: Store, email: string): Promise<OperatorOutcome<DrawdownAccount>> {
  return onCustomer(store, email, async (tx, customer) => {
    if ((await tx.findDrawdownAccount(customer.id)) !== undefined)
      return objection(`The customer ${customer.email} already has a drawdown account`)
    if (!customer.isElite)
      return objection(`The customer ${customer.email} is not Elite; run set-elite first`)
    await tx.insertDrawdownAccount(customer.id)
    return done({ customerId: customer.id, balanceCents: 0, pendingCents: 0, isActive: true })
  })
}

/**
 * Saves a bank account or a card of a customer. `drawId` draws its id at random, so that no method gets the id of a removed one,
 * which the payment gateway may still know.
 */
export function addPaymentMethod(
  store: Store,
  email: string,
  method: Omit<SavedPaymentMethod, 'customerId' | 'id'>,
  drawId: () => number,
): Promise<OperatorOutcome<SavedPaymentMethod>> {
  return onCustomer(store, email, async (tx, { id: customerId }) => {
    let id = drawId()
    while ((await tx.findPaymentMethod(customerId, id)) !== undefined) id = drawId()
    const saved = { ...method, customerId, id }
    await tx.insertPaymentMethod(saved)
    return done(saved)
  })
}

/** Removes a saved method. A payment that has begun keeps its own copy. */
export function removePaymentMethod(
  store: Store,
  email: string,
  id: number,
): Promise<OperatorOutcome<SavedPaymentMethod>> {
  return onCustomer(store, email, async (tx, { id: customerId }) => {
    const saved = await tx.findPaymentMethod(customerId, id)
    if (saved === undefined) return objection(`The customer ${email} has no payment method ${id}`)
    await tx.deletePaymentMethod(customerId, id)
    return done(saved)
  })
}

/**
 * Changes the store credit of a customer by a positive or negative amount. A retry with the same key and amount returns the same
 * ledger row and moves nothing. The row names the key in its description and is never deleted; the lock of the customer
 * serializes retries.
 */
export async function adjustStoreCredit(
  deps: OrderDeps,
  email: string,
  amountCents: number,
  key: string,
): Promise<OperatorOutcome<StoreCreditTransaction>> {
  const { store, clock } = deps
  const description = `Adjustment ${key}`
  return onCustomer(store, email, async (tx, customer) => {
    const earlier = await tx.findStoreCreditRow(customer.id, description)
    if (earlier !== undefined)
      return earlier.amountCents === amountCents
        ? done(earlier)
        : objection(`This key was already used for a change of ${formatDollars(earlier.amountCents)}`)
    if (customer.storeCreditCents + amountCents < 0)
      return objection(`The customer ${email} has only ${formatDollars(customer.storeCreditCents)} of credit`)
    const entry = { at: clock.now(), type: 'Adjustment', amountCents, description, orderId: null } as const
    await changeStoreCredit(tx, customer, entry)
    const row = await tx.findStoreCreditRow(customer.id, description)
    if (row === undefined) throw new Error('A row of store credit was removed')
    return done(row)
  })
}

/** Sets a customer's store credit, in cents; the ledger records the difference (decision: sandbox). */
export async function setStoreCredit(
  deps: OrderDeps,
  email: string,
  storeCreditCents: number,
): Promise<Outcome<number, 'customer_not_found'>> {
  const found = await deps.store.readOne((tx) => tx.findCustomerByEmail(email.toLowerCase()))
  if (found === undefined) return refused('customer_not_found')
  return deps.store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: found.id })
    const customer = await tx.findCustomer(found.id)
    if (customer === undefined) return refused('customer_not_found')
    const amountCents = storeCreditCents - customer.storeCreditCents
    const change = { at: deps.clock.now(), type: 'Adjustment', amountCents, orderId: null } as const
    if (amountCents !== 0) await changeStoreCredit(tx, customer, { ...change, description: 'Credit set' })
    return done(storeCreditCents)
  })
}

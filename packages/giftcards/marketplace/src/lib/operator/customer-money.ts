import { changeStoreCredit } from '../customers/store-credit.ts'
import type { DrawdownTransaction } from '../model/ledger.ts'
import { settleAccount } from '../orders/order-steps.ts'
import type { OrderDeps } from '../ports/deps.ts'
import { done, isDone, type Outcome, refused } from '../refusal.ts'

/** Why money is not deposited. */
type DepositObjection = 'customer_not_found' | 'drawdown_account_not_found' | 'idempotency_mismatch'

/**
 * Funds a customer's drawdown account (decision: sandbox). A `key` makes it safe to repeat: the same key and amount return the
 * same ledger entry and move nothing; another amount is refused.
 */
export async function depositToDrawdown(
  deps: OrderDeps,
  email: string,
  amountCents: number,
  key?: string,
): Promise<Outcome<DrawdownTransaction, DepositObjection>> {
  const { store, clock } = deps
  const customer = await store.ask((tx) => tx.findCustomerByEmail(email.toLowerCase()))
  if (customer === undefined) return refused('customer_not_found')
  // Steps that were due before the deposit come before it in the ledger.
  await settleAccount(deps, customer.id)
  return store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: customer.id })
    const now = clock.now()
    const account = await tx.findDrawdownAccount(customer.id)
    if (account === undefined) return refused('drawdown_account_not_found')
    const earlier = key === undefined ? undefined : await tx.findDeposit(customer.id, key)
    if (earlier !== undefined)
      return earlier.amountCents === amountCents ? done(earlier) : refused('idempotency_mismatch')
    const balanceCents = account.balanceCents + amountCents
    const booked: DrawdownTransaction = {
      id: await tx.nextNumber('drawdownTransaction'),
      customerId: customer.id,
      at: now,
      type: 'Deposit',
      amountCents,
      balanceCents,
      description: 'Account funded',
      orderId: null,
      ...(key === undefined ? {} : { key }),
    }
    await Promise.all([
      tx.putDrawdownAccount({ ...account, balanceCents }),
      tx.insertDrawdownTransaction(booked),
    ])
    return done(booked)
  }, isDone)
}

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

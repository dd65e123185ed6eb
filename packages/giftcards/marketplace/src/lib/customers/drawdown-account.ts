import type { CustomerCaller } from '../model/accounts.ts'
import type { DrawdownAccount, DrawdownTransaction } from '../model/ledger.ts'
import type { MarketplaceDeps, OrderDeps } from '../ports/deps.ts'
import { done, type Outcome, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import { changeDrawdown } from './ledger.ts'
import { findLoggedInCustomer } from './login.ts'

/** The caller's drawdown account; an Elite customer without one sees zeros, inactive (spec 2.10; decision: drawdown). */
export function getDrawdownAccount(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
): Promise<Outcome<DrawdownAccount, 'drawdown_access_denied'>> {
  const { customerId } = caller
  return deps.store.read(async (tx) => {
    if (!(await findLoggedInCustomer(tx, caller)).isElite) return refused('drawdown_access_denied')
    const none: DrawdownAccount = { customerId, balanceCents: 0, pendingCents: 0, isActive: false }
    return done((await tx.findDrawdownAccount(customerId)) ?? none)
  })
}

/** The ledger of the caller's account, newest first (spec 2.11, 4.8). */
export function listDrawdownTransactions(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
): Promise<Outcome<readonly DrawdownTransaction[], 'drawdown_access_denied'>> {
  return deps.store.read(async (tx) => {
    if (!(await findLoggedInCustomer(tx, caller)).isElite) return refused('drawdown_access_denied')
    return done(await tx.listDrawdownTransactions(caller.customerId, settings.maxLedgerRows))
  })
}

/**
 * Funds a customer's drawdown account (decision: sandbox). A `key` makes it safe to retry: the same key and amount return the
 * same ledger row and move nothing; another amount is refused.
 */
export async function depositToDrawdown(
  deps: OrderDeps,
  email: string,
  amountCents: number,
  key?: string,
): Promise<
  Outcome<DrawdownTransaction, 'customer_not_found' | 'drawdown_account_not_found' | 'idempotency_mismatch'>
> {
  const { store, clock } = deps
  const customer = await store.readOne((tx) => tx.findCustomerByEmail(email.toLowerCase()))
  if (customer === undefined) return refused('customer_not_found')
  return store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: customer.id })
    const at = clock.now()
    const account = await tx.findDrawdownAccount(customer.id)
    if (account === undefined) return refused('drawdown_account_not_found')
    const earlier = key === undefined ? undefined : await tx.findDeposit(customer.id, key)
    if (earlier !== undefined)
      return earlier.amountCents === amountCents ? done(earlier) : refused('idempotency_mismatch')
    const deposit = {
      at,
      type: 'Deposit',
      amountCents,
      description: 'Account funded',
      orderId: null,
    } as const
    return done(await changeDrawdown(tx, account, key === undefined ? deposit : { ...deposit, key }))
  })
}

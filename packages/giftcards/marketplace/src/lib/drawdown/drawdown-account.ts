import { findLoggedInCustomer } from '../customers/login.ts'
import type { CustomerCaller } from '../model/accounts.ts'
import type { DrawdownAccount, DrawdownTransaction } from '../model/ledger.ts'
import { readSettled } from '../orders/order-steps.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import { done, type Outcome, refused } from '../refusal.ts'
import { settings } from '../settings.ts'

/** The caller's drawdown account; an Elite customer without one sees zeros, inactive (spec 2.10; decision: drawdown). */
export function getDrawdownAccount(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
): Promise<Outcome<DrawdownAccount, 'drawdown_access_denied'>> {
  const { customerId } = caller
  return readSettled(deps, customerId, async (tx) => {
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
  return readSettled(deps, caller.customerId, async (tx) => {
    if (!(await findLoggedInCustomer(tx, caller)).isElite) return refused('drawdown_access_denied')
    return done(await tx.listDrawdownTransactions(caller.customerId, settings.maxLedgerRows))
  })
}

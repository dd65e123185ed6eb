import type { OrderDeps } from '../deps.ts'
import type { DrawdownTransaction } from '../model/drawdown.ts'
import { settleAccount } from '../orders/settle-account.ts'
import { type Outcome, done, isDone, refused } from '../refusal.ts'

/** Why money is not deposited. */
export type DepositObjection = 'customer_not_found' | 'drawdown_account_not_found' | 'idempotency_mismatch'

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
  // What was due before the deposit comes before it in the ledger.
  await settleAccount(deps, customer.id)
  return store.transaction(async (tx) => {
    const now = clock.now()
    const account = await tx.findDrawdownAccount(customer.id)
    if (account === undefined) return refused('drawdown_account_not_found')
    const earlier = key === undefined ? undefined : await tx.findDeposit(customer.id, key)
    if (earlier !== undefined)
      return earlier.amountCents === amountCents ? done(earlier) : refused('idempotency_mismatch')
    const balanceCents = account.balanceCents + amountCents
    const booked: DrawdownTransaction = {
      id: await tx.nextNumbers('drawdownTransaction', 1),
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

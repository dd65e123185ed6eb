import type { OrderDeps } from '../deps.ts'
import type { DrawdownTransaction } from '../model/drawdown.ts'
import { settleAccount } from '../orders/settle-account.ts'
import { type Outcome, done, isDone, refused } from '../refusal.ts'

/** Funds a customer's drawdown account (decision: sandbox). */
export async function depositToDrawdown(
  deps: OrderDeps,
  email: string,
  amountCents: number,
): Promise<Outcome<DrawdownTransaction, 'customer_not_found' | 'drawdown_account_not_found'>> {
  const { store, clock } = deps
  const customer = await store.ask((tx) => tx.findCustomerByEmail(email.toLowerCase()))
  if (customer === undefined) return refused('customer_not_found')
  // What was due before the deposit comes before it in the ledger.
  await settleAccount(deps, customer.id)
  return store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: customer.id })
    const now = clock.now()
    const account = await tx.findDrawdownAccount(customer.id)
    if (account === undefined) return refused('drawdown_account_not_found')
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
    }
    await Promise.all([
      tx.putDrawdownAccount({ ...account, balanceCents }),
      tx.insertDrawdownTransaction(booked),
    ])
    return done(booked)
  }, isDone)
}

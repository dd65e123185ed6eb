import type { Order } from '@giftcards/marketplace'
import type { Movement } from '../gateway/ledger.ts'
import { faultData } from '../load/fault-data.ts'

/**
 * Checks that the gateway has kept exactly the cost of each order, once, and nothing for canceled orders. `refunding` contains
 * the numbers of orders whose refund may be in progress.
 */
export function compareGateway(
  orders: readonly Order[],
  movements: readonly Movement[],
  refunding: ReadonlySet<number> = new Set(),
): readonly string[] {
  const kept = new Map<string, number>()
  for (const { reference, customerId, amountCents } of movements) {
    const name = `${reference} of ${customerId}`
    kept.set(name, (kept.get(name) ?? 0) + amountCents)
  }
  const wrong: string[] = []
  for (const { id, orderId, customerId, dueCents, status, payment } of orders) {
    if (payment.paidBy !== 'bank' && payment.paidBy !== 'card') continue
    const name = `order:${orderId} of ${customerId}`
    const cents = kept.get(name) ?? 0
    kept.delete(name)
    const expected = status === 'Canceled' ? 0 : dueCents
    if (cents === expected || (refunding.has(id) && (cents === 0 || cents === dueCents))) continue
    wrong.push(
      cents < expected
        ? `Paid by nobody: ${name}: ${expected - cents}`
        : `Taken for no order, or twice: ${name}: ${cents - expected}`,
    )
  }
  const unexplained = [...kept].filter(([, cents]) => cents !== 0)
  return [...wrong, ...unexplained.map(([name, cents]) => `Taken for no order, or twice: ${name}: ${cents}`)]
}

/** Checks that store credit was spent only on orders. */
export function compareStoreCredit(
  orders: readonly Order[],
  storeCredit: ReadonlyMap<number, number>,
): readonly string[] {
  return faultData.customers.flatMap(({ id, storeCreditCents }) => {
    const spent = orders
      .filter(({ customerId, payment, status }) => {
        return customerId === id && payment.paidBy === 'store-credit' && status !== 'Canceled'
      })
      .reduce((sum, { dueCents }) => sum + dueCents, 0)
    const left = storeCredit.get(id) ?? 0
    return left + spent === storeCreditCents ? [] : [`Customer ${id} has ${left} left and spent ${spent}`]
  })
}

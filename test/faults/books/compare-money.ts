import type { Order } from '@giftcards/marketplace'
import type { Movement } from '../gateway/ledger.ts'
import { faultData } from '../load/fault-data.ts'

/** Whether the gateway has taken exactly what its orders cost, and once. */
export function compareGateway(orders: readonly Order[], movements: readonly Movement[]): readonly string[] {
  const paid = orders
    .filter(
      ({ dueCents, payment }) => dueCents > 0 && (payment.paidBy === 'bank' || payment.paidBy === 'card'),
    )
    .map(({ orderId, customerId, dueCents }) => `order:${orderId} of ${customerId}: ${dueCents}`)
  const moved = movements.map(
    ({ reference, customerId, amountCents }) => `${reference} of ${customerId}: ${amountCents}`,
  )
  return [
    ...without(paid, moved).map((line) => `Paid by nobody: ${line}`),
    ...without(moved, paid).map((line) => `Taken for no order, or twice: ${line}`),
  ]
}

/** Whether store credit went nowhere but into orders. */
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

/** What is left of `lines` when each of `others` has taken one away. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...lines]
  for (const line of others) {
    const at = left.indexOf(line)
    if (at !== -1) left.splice(at, 1)
  }
  return left
}

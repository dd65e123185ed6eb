import { formatMoney } from '../format/money.ts'
import { describeCarts } from './describe-carts.ts'
import { describeOrders } from './describe-orders.ts'
import { describeRequests } from './describe-requests.ts'
import type { Change } from './change.ts'
import type { Customer, InventoryRow, Snapshot } from './sandbox-data.ts'
import { bucketKey } from './stock-scale.ts'

/** The changes between two snapshots, one short sentence each, the most important first. */
export function describeChanges(before: Snapshot, after: Snapshot): readonly Change[] {
  if (wasReset(before, after)) return [{ text: 'The sandbox was reset', tone: 'plain' }]
  return [
    ...describeOrders(before, after),
    ...describeRequests(before.requests, after.requests),
    ...describeCarts(before, after),
    ...describeCustomers(before.customers, after.customers),
    ...describeStock(before.inventory, after.inventory),
  ]
}

/** Orders disappear only by a reset. Requests also disappear by a restart, which keeps the orders. */
export function wasReset(before: Snapshot, after: Snapshot): boolean {
  if (after.orderCount < before.orderCount) return true
  const isEmpty = after.orderCount === 0 && after.cartCount === 0 && after.requests.length === 0
  return isEmpty && (before.cartCount > 0 || before.requests.length > 0)
}

function describeCustomers(before: readonly Customer[], after: readonly Customer[]): readonly Change[] {
  const known = new Map(before.map((customer) => [customer.email, customer]))
  return after.flatMap((customer) => {
    const earlier = known.get(customer.email)
    return earlier === undefined
      ? []
      : [...describeDrawdown(earlier, customer), ...describeCredit(earlier, customer)]
  })
}

function describeDrawdown(before: Customer, { email, drawdown }: Customer): readonly Change[] {
  if (drawdown === null) return []
  const { balance, pendingBalance } = drawdown
  if (balance === before.drawdown?.balance && pendingBalance === before.drawdown.pendingBalance) return []
  const held = pendingBalance > 0 ? `, ${formatMoney(pendingBalance)} of it held` : ''
  return [{ text: `Drawdown balance of ${email}: ${formatMoney(balance)}${held}`, tone: 'plain' }]
}

function describeCredit(before: Customer, { email, storeCredit }: Customer): readonly Change[] {
  if (storeCredit === before.storeCredit) return []
  return [{ text: `Store credit of ${email}: ${formatMoney(storeCredit)}`, tone: 'plain' }]
}

/** Reports only increased stock. Sold stock is reported with its order. */
function describeStock(before: readonly InventoryRow[], after: readonly InventoryRow[]): readonly Change[] {
  const known = new Map(before.map((row) => [bucketKey(row), row.onHand]))
  return after
    .filter((row) => row.onHand > (known.get(bucketKey(row)) ?? -1))
    .map(({ merchantName, faceValue, type, onHand }) => ({
      text: `Stock of ${merchantName} ${formatMoney(faceValue)} ${type}: ${onHand}`,
      tone: 'plain',
    }))
}

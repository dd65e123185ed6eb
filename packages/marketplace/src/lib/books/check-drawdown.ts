import type { Order } from '../model/order.ts'
import type { StoreReader } from '../ports/store.ts'

/**
 * Whether a customer's ledger adds up to the balance row by row, nothing is negative, and what is pending is what
 * orders hold. Where not all `orders` are known, more may be pending than they hold (decision: drawdown).
 */
export async function checkDrawdown(
  reader: StoreReader,
  customerId: number,
  orders: readonly Order[],
  heldApartCents: number,
  areAllKnown: boolean,
): Promise<readonly string[]> {
  const of = `Drawdown account ${customerId}`
  const account = await reader.findDrawdownAccount(customerId)
  const rows = await reader.listDrawdownTransactions(customerId, 1_000_000)
  if (account === undefined) return rows.length === 0 ? [] : [`${of} does not exist, but has a ledger`]
  const { balanceCents, pendingCents } = account
  const broken: string[] = []
  if (pendingCents < 0) broken.push(`${of} has less than nothing pending`)
  if (balanceCents < pendingCents) broken.push(`${of} has less than nothing available`)
  let sum = 0
  for (const row of rows.toReversed()) {
    sum += row.amountCents
    if (row.balanceCents !== sum) broken.push(`${of}: row ${row.id} says ${row.balanceCents}, not ${sum}`)
  }
  if (sum !== balanceCents) broken.push(`${of}: the ledger adds up to ${sum}, not to ${balanceCents}`)
  const held = orders
    .filter((order) => order.hold === 'pending')
    .reduce((total, order) => total + order.dueCents, heldApartCents)
  if (areAllKnown ? pendingCents !== held : pendingCents < held) {
    broken.push(`${of}: ${pendingCents} pending, but ${held} held`)
  }
  return broken
}

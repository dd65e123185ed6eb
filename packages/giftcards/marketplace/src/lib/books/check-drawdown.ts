import type { DrawdownTransaction } from '../model/drawdown.ts'
import type { StoreReader } from '../ports/store.ts'

/** What a customer's orders say of the account. */
export interface DrawdownClaims {
  readonly heldCents: number
  /** Amounts of ledger rows by their descriptions. */
  readonly ledger: ReadonlyMap<string, number>
  /** Pending for no order; `undefined`: not known, so that more may be pending than orders hold. */
  readonly heldApartCents: number | undefined
}

/**
 * Whether a customer's ledger adds up to the balance row by row, nothing is negative, what is pending is what orders
 * hold, and purchases and refunds are those of orders (decision: drawdown).
 */
export async function checkDrawdown(
  reader: StoreReader,
  customerId: number,
  claims: DrawdownClaims,
): Promise<readonly string[]> {
  const of = `Drawdown account ${customerId}`
  const [account, rows] = await Promise.all([
    reader.findDrawdownAccount(customerId),
    reader.listDrawdownTransactions(customerId, 1_000_000),
  ])
  if (account === undefined) {
    const broken = rows.length === 0 ? [] : [`${of} does not exist, but has a ledger`]
    return claims.heldCents > 0 ? [...broken, `${of} does not exist, but orders hold money of it`] : broken
  }
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
  const held = claims.heldCents + (claims.heldApartCents ?? 0)
  if (claims.heldApartCents === undefined ? pendingCents < held : pendingCents !== held) {
    broken.push(`${of}: ${pendingCents} pending, but ${held} held`)
  }
  return [...broken, ...checkRows(of, rows, claims.ledger)]
}

function checkRows(
  of: string,
  rows: readonly DrawdownTransaction[],
  ledger: DrawdownClaims['ledger'],
): readonly string[] {
  const broken: string[] = []
  const missing = new Map(ledger)
  for (const { id, type, description, amountCents } of rows) {
    if (type !== 'Purchase' && type !== 'Refund') continue
    if (missing.get(description) !== amountCents) {
      broken.push(`${of}: row ${id}, ${description}, of ${amountCents}, is of no order that says so`)
    }
    missing.delete(description)
  }
  for (const [description, amount] of missing) broken.push(`${of} has no row ${description}, of ${amount}`)
  return broken
}

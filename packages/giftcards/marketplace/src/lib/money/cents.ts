/** Dollars of the wire → integer cents; `undefined` where the number has more than two decimals (decision: money 1). */
export function parseCents(dollars: number): number | undefined {
  const cents = Math.round(dollars * 100)
  return Number.isSafeInteger(cents) && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : undefined
}

/** Percent of the wire → integer basis points; `undefined` where it has more than two decimals. */
export const parseBps = parseCents

/** Integer cents → dollars of the wire. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Integer cents → the string form of order totals: two decimals, no separators (spec 2.8). */
export function formatDollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

import type { PaymentMethod } from './model/order.ts'

/** Dollars of the wire → integer cents; `undefined` if the number has more than two decimals (decision: money 1). */
export function parseCents(dollars: number): number | undefined {
  const cents = Math.round(dollars * 100)
  return Number.isSafeInteger(cents) && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : undefined
}

/** Percent of the wire → integer basis points; `undefined` if it has more than two decimals. */
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

/** `amountCents × bps`, rounded half up, in exact integers (decision: money 2). Non-negative input. */
export function percentageOf(amountCents: number, bps: number): number {
  return Number((2n * BigInt(amountCents) * BigInt(bps) + 10_000n) / 20_000n)
}

/** Price of one card: its face value less the percentage off, rounded half up (decision: money 2). */
export function unitCostCents(faceValueCents: number, percentOffBps: number): number {
  return percentageOf(faceValueCents, 10_000 - percentOffBps)
}

/** Basis points off the order total by payment method (spec 4.6). */
export const paymentDiscountBps = {
  ACH: 200,
  ACH_CREDITCARD: 200,
  DRAWDOWN_ACCOUNT: 250,
  CREDITCARD: 0,
  STORE_CREDIT: 0,
} as const satisfies Record<PaymentMethod, number>

/** The discount of a payment method on an order total, in cents: rounded half up, then subtracted (decision: money 3). */
export function paymentDiscountCents(orderTotalCents: number, method: PaymentMethod): number {
  return percentageOf(orderTotalCents, paymentDiscountBps[method])
}

/**
 * Splits `total` over `weights` in proportion, by largest remainder, ties to the earlier one (decision: money 4).
 * The shares are non-negative integers and add up to `total` exactly; all zero where every weight is zero.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (sum === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight))
  const shares = exact.map((product) => Number(product / BigInt(sum)))
  const remainders = exact.map((product, index) => ({ index, rest: product % BigInt(sum) }))
  const left = total - shares.reduce((a, b) => a + b, 0)
  remainders.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of remainders.slice(0, left)) shares[index]! += 1
  return shares
}

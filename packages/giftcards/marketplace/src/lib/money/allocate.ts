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

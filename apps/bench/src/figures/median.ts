/** The middle of some numbers; of an even count, the mean of the two in the middle. Throws if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const upper = sorted[Math.floor(half)]
  const lower = sorted[Math.ceil(half) - 1]
  if (upper === undefined || lower === undefined) throw new Error('There is no middle of nothing')
  return (lower + upper) / 2
}

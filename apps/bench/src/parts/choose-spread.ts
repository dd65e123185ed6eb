/** The first of some values, the last, and what lies between them at even distances; `count` of them, 2 or more. */
export function chooseSpread<T>(values: readonly T[], count: number): readonly T[] {
  const last = values.length - 1
  return Array.from({ length: count }, (_, index) => values[Math.round((index * last) / (count - 1))]).filter(
    (value) => value !== undefined,
  )
}

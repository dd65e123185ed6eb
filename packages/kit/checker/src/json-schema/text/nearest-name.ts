/** The name that differs least from the given one (Levenshtein), ignoring case; for "did you mean". */
export const nearestOf = (names: readonly string[], given: string): string =>
  names.toSorted((a, b) => distance(a, given) - distance(b, given))[0] ?? ''

const distance = (left: string, right: string): number => {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()]
  let row = Array.from({ length: b.length + 1 }, (_cell, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      )
    }
    row = next
  }
  return row[b.length] ?? 0
}

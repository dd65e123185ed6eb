/** The name that differs least from the given one (Levenshtein), ignoring case; for "did you mean". */
export const nearestOf = (names: readonly string[], given: string): string =>
  names.toSorted((a, b) => distance(a, given) - distance(b, given))[0] ?? ''

/** Most names that a message lists. */
const LISTED = 12

/** The end of a message about an unknown name: the name that was probably meant, else the known names if they are few. */
export const suggest = (names: readonly string[], given: string): string => {
  const nearest = nearestOf(names, given)
  // A name that differs in more than half of its letters is no typo.
  if (nearest !== '' && distance(nearest, given) <= Math.max(2, given.length / 2))
    return `; did you mean ${nearest}?`
  return names.length === 0 || names.length > LISTED ? '.' : `; the known ones are ${names.join(', ')}.`
}

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

/** The name that takes the fewest edits from a mistyped one; undefined where every name differs in more than half of it. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(given.length, name.length) / 2)
    .toSorted((one, other) => one.distance - other.distance)
  return nearest?.name
}

/** Levenshtein's distance: insertions, deletions and replacements of one character. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, character] of Array.from(one).entries()) {
    const current = [row + 1]
    for (const [column, target] of Array.from(other).entries()) {
      const replaced = (previous[column] ?? 0) + (character === target ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}

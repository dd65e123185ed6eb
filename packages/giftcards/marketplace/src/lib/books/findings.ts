/** Sentences about what is broken. */
export interface Findings {
  readonly add: (sentence: string) => void
  /** What was found, in the order in which it was. */
  readonly list: () => readonly string[]
}

/** Keeps as many sentences as anybody reads, and counts the others. */
export function createFindings(most = 10_000): Findings {
  const kept: string[] = []
  let more = 0
  return {
    add(sentence) {
      if (kept.length < most) kept.push(sentence)
      else more += 1
    },
    list: () => (more === 0 ? kept : [...kept, `${more} more things are broken`]),
  }
}

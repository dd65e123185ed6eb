/** Sentences about what is broken. */
export interface Findings {
  readonly add: (sentence: string) => void
  /** All sentences, in the order in which they were added. */
  readonly list: () => readonly string[]
}

/** Keeps the first `most` sentences, and counts the others. */
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

/** A condition that must hold, and what is wrong with its subject where it does not. */
export type Fact = readonly [holds: boolean, fault: string]

/** A sentence about `subject` for each fact that does not hold. */
export function faultsOf(subject: string, facts: readonly Fact[]): readonly string[] {
  return facts.filter(([holds]) => !holds).map(([, fault]) => `${subject} ${fault}`)
}

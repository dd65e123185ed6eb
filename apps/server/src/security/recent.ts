/** What was found out lately, by a text that says the same for ever. */
export interface Recent<Value> {
  find(text: string): Value | undefined
  add(text: string, value: Value): void
}

/** Keeps what was added last, at most `size`, in memory. */
export function createRecent<Value>(size = 10_000): Recent<Value> {
  const kept = new Map<string, Value>()
  return {
    find: (text) => kept.get(text),
    add(text, value) {
      kept.set(text, value)
      // A map keeps the order of insertion: the first one is the oldest.
      const [oldest] = kept.keys()
      if (kept.size > size && oldest !== undefined) kept.delete(oldest)
    },
  }
}

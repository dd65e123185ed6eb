/** Returns a function whose first `count` callers continue together. Later callers continue at once. */
export function createMeeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = count
  return () => {
    missing -= 1
    if (missing === 0) resolve()
    return promise
  }
}

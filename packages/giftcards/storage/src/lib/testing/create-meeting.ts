/** Returns a function whose first `count` callers go on together; later ones go on at once. */
export function createMeeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = count
  return () => {
    missing -= 1
    if (missing === 0) resolve()
    return promise
  }
}

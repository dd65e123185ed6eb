import type { StartTimer } from '../ports/real-time.ts'

/** What `work` comes to, unless it takes longer than `ms`: then rejects, and what comes later is dropped. */
export function withinLimit<T>(startTimer: StartTimer, ms: number, work: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stopTimer = startTimer(ms, () => reject(new Error(`No answer within ${ms} ms`)))
  // Called in a promise, so that what it throws at once is a rejection too.
  void Promise.resolve().then(work).finally(stopTimer).then(resolve, reject)
  return promise
}

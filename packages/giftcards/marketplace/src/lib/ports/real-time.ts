/** Calls `onTime` after `ms`, unless the returned function is called before. */
export type StartTimer = (ms: number, onTime: () => void) => () => void

/** Time as it passes outside: for waits and leases, which no change of the service clock may shorten or stop. */
export interface RealTime {
  /** Milliseconds since the epoch. */
  now(): number
  readonly startTimer: StartTimer
}

/** Does `work`; rejects where it takes longer than `ms`, and drops its late result. */
export function withinLimit<T>(startTimer: StartTimer, ms: number, work: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stopTimer = startTimer(ms, () => reject(new Error(`No answer within ${ms} ms`)))
  // Called in a promise, so that what it throws at once is a rejection too.
  void Promise.resolve().then(work).finally(stopTimer).then(resolve, reject)
  return promise
}

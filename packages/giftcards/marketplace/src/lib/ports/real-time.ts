/** Calls `onTime` after `ms`, unless the function it answers is called before. */
export type StartTimer = (ms: number, onTime: () => void) => () => void

/** Time as it passes outside: for waits and leases, which no change of the service clock may shorten or stop. */
export interface RealTime {
  /** Milliseconds since the epoch. */
  now(): number
  readonly startTimer: StartTimer
}

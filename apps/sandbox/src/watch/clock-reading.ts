import type { Clock } from './sandbox-data.ts'

/** The service clock as it was read at one moment of this page. */
export interface ClockReading {
  /** Milliseconds since the epoch. */
  readonly nowMs: number
  readonly isFrozen: boolean
  /** When it was read, in milliseconds of this page's own clock. */
  readonly readAtMs: number
}

/** A reading of the clock of an answer that arrived at `readAtMs`. */
export function toClockReading(clock: Clock, readAtMs: number): ClockReading {
  return { nowMs: Date.parse(clock.now), isFrozen: clock.frozen, readAtMs }
}

/** What the service clock shows when this page's own clock shows `pageMs`: a running one has gone on since. */
export function serviceTime({ nowMs, isFrozen, readAtMs }: ClockReading, pageMs: number): number {
  return isFrozen ? nowMs : nowMs + Math.max(0, pageMs - readAtMs)
}

import type { Clock } from './sandbox-data.ts'

/** A reading of the service clock. */
export interface ClockReading {
  /** Milliseconds since the epoch. */
  readonly nowMs: number
  readonly isFrozen: boolean
  /** The time of the reading, in milliseconds of this page's own clock. */
  readonly readAtMs: number
}

/** Creates a reading from a response that arrived at `readAtMs`. */
export function toClockReading(clock: Clock, readAtMs: number): ClockReading {
  return { nowMs: Date.parse(clock.now), isFrozen: clock.frozen, readAtMs }
}

/**
 * The time of the service clock when this page's own clock shows `pageMs`. A running clock has advanced since
 * the reading.
 */
export function serviceTime({ nowMs, isFrozen, readAtMs }: ClockReading, pageMs: number): number {
  return isFrozen ? nowMs : nowMs + Math.max(0, pageMs - readAtMs)
}

import type { Clock } from '../ports/deps.ts'

/** A clock that only a test moves. */
export interface TestClock extends Clock {
  /** Puts the clock at an ISO 8601 moment, earlier or later. */
  set(iso: string): void
  /** Moves the clock on. */
  advance(seconds: number): void
}

/** Creates a clock that stands at `startIso` until it is set or advanced. */
export function createTestClock(startIso: string): TestClock {
  let now = toMs(startIso)
  return {
    now: () => now,
    set(iso) {
      now = toMs(iso)
    },
    advance(seconds) {
      now += seconds * 1000
    },
  }
}

function toMs(iso: string): number {
  const ms = Date.parse(iso)
  if (Number.isNaN(ms)) throw new RangeError(`Not an ISO 8601 moment: ${iso}`)
  return ms
}

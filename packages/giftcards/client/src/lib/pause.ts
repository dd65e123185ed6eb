import { longestTimerMs } from './start-time.ts'
import { untilAborted } from './until-aborted.ts'

/** Resolves after some milliseconds; an aborted pause ends at once and leaves no timer behind. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, longestTimerMs))
  })
  return untilAborted(over, signal).finally(() => clearTimeout(timer))
}

import { outOfTime, withinTime } from './within-time.ts'

/** Resolves after some milliseconds; an aborted pause ends at once and leaves no timer behind. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await withinTime(() => new Promise(() => undefined), ms, signal)
  } catch (reason) {
    if (reason !== outOfTime) throw reason
  }
}

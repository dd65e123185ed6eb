import type { RetryOptions } from './client-options.ts'

/**
 * The milliseconds to wait after a failed attempt; `undefined` where it was the last. Exponential with full jitter, and
 * never shorter than the service asks; where that is longer than the longest pause, there is none.
 */
export function retryDelay(
  attempt: number,
  askedSeconds = 0,
  { attempts = 3, baseDelayMs = 250, maxDelayMs = 8_000 }: RetryOptions = {},
): number | undefined {
  const askedMs = askedSeconds * 1000
  // Turned about, so that attempts that are no number end too.
  if (!(attempt < attempts) || askedMs > maxDelayMs) return undefined
  return Math.max(askedMs, Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)))
}

/** The polling interval in milliseconds, while the sandbox responds quickly. */
export const lookEveryMs = 1000
/** A slow server is polled less often: requests take at most a tenth of the time. */
const patience = 10
/** The longest pause after failures. */
const longestPauseMs = 10_000

/** The arguments of `startWatching`. */
export interface WatchParts<Answer> {
  ask(signal: AbortSignal): Promise<Answer>
  onAnswer(answer: Answer): void
  onFailure(error: unknown): void
  /** Resolves after `ms`, or as soon as `signal` is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** A monotonic clock, in milliseconds. */
  now(): number
}

/** The handle of a running poll loop. */
export interface Watching {
  /** Polls at once. If a poll is in progress, polls again after it, since that one may have been too early. */
  look(): void
  stop(): void
}

/** Polls continuously, one request at a time, with backoff after failures. */
export function startWatching<Answer>(parts: WatchParts<Answer>): Watching {
  const end = new AbortController()
  let wake = new AbortController()

  async function lookOnce(): Promise<boolean> {
    try {
      const answer = await parts.ask(end.signal)
      if (!end.signal.aborted) parts.onAnswer(answer)
      return true
    } catch (error) {
      if (!end.signal.aborted) parts.onFailure(error)
      return false
    }
  }

  async function watch(): Promise<void> {
    for (let failures = 0; !end.signal.aborted;) {
      wake = new AbortController()
      const startedAt = parts.now()
      failures = (await lookOnce()) ? 0 : failures + 1
      const pauseMs = pauseAfter(failures, parts.now() - startedAt)
      await parts.pause(pauseMs, AbortSignal.any([wake.signal, end.signal]))
    }
  }

  void watch()
  return { look: () => wake.abort(), stop: () => end.abort() }
}

/** The pause after a poll that took `durationMs`, given the number of consecutive failures. */
export function pauseAfter(failures: number, durationMs: number): number {
  const wanted = failures > 0 ? lookEveryMs * 2 ** failures : durationMs * patience
  return Math.min(Math.max(wanted, lookEveryMs), longestPauseMs)
}

/** How often the sandbox is looked at, in milliseconds, while it responds quickly. */
export const lookEveryMs = 1000
/** A slow server is asked less: looking takes a tenth of the time at most. */
const patience = 10
/** The longest pause after failures. */
const longestPauseMs = 10_000

/** The arguments of watching. */
export interface WatchParts<Answer> {
  ask(signal: AbortSignal): Promise<Answer>
  onAnswer(answer: Answer): void
  onFailure(error: unknown): void
  /** Resolves after `ms`, or as soon as `signal` is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** A clock that never goes back, in milliseconds. */
  now(): number
}

/** Watching that has begun. */
export interface Watching {
  /** Looks at once; where a look is under way, once more after it, since it may have come too early. */
  look(): void
  stop(): void
}

/** Asks again and again, one question at a time; after failures less and less often. */
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

/** How long to wait after a look that took `durationMs` and was the given failure in a row. */
export function pauseAfter(failures: number, durationMs: number): number {
  const wanted = failures > 0 ? lookEveryMs * 2 ** failures : durationMs * patience
  return Math.min(Math.max(wanted, lookEveryMs), longestPauseMs)
}

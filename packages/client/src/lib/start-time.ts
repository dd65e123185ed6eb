/** What a signal aborts with when its time is over. */
export const outOfTime: unique symbol = Symbol('out of time')

/** The longest a timer of the platform can run, or nearly; beyond it fires at once. */
export const longestTimerMs = 2e9

/** Some time for work. */
export interface Time {
  /** Aborts when it is over, and with the caller's own signal. */
  readonly signal: AbortSignal
  /** To be called when it is not needed any more: no timer is left behind. */
  end(): void
}

/** Begins a time of some milliseconds, which ends before that where the caller's signal aborts. */
export function startTime(ms: number, signal: AbortSignal | undefined): Time {
  const controller = new AbortController()
  const leave = signal && ((): void => controller.abort(signal.reason))
  const timer = setTimeout(() => controller.abort(outOfTime), Math.min(ms, longestTimerMs))
  if (leave) {
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
  }
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      if (leave) signal.removeEventListener('abort', leave)
    },
  }
}

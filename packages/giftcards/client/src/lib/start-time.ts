/** What a signal aborts with when its time is over, of the kind that `AbortSignal.timeout` has: a `fetch` may report it. */
export const outOfTime = new DOMException('no answer in time', 'TimeoutError')

/** The longest a timer of the platform can run, or nearly; beyond it fires at once. */
export const longestTimerMs = 2e9

/** Some time for work. */
export interface Time {
  /** Aborts when it is over, and with the caller's own signal. */
  readonly signal: AbortSignal
  /** To be called when it is not needed any more: nothing will abort, and no timer keeps a process. */
  end(): void
}

/** In Node a timer can let its process end; elsewhere it is a number. */
type Timer = ReturnType<typeof setTimeout> & { readonly unref?: () => void }

/**
 * The timer of the time that ended last, which runs on until another ends. Node keeps timers of one length in a list:
 * where one is left, the next call need not have the list made and dropped, a fifth of what the client adds to `fetch`.
 */
let spare: Timer | undefined

/** Begins a time of some milliseconds, which ends before that where the caller's signal aborts. */
export function startTime(ms: number, signal: AbortSignal | undefined): Time {
  const controller = new AbortController()
  const leave = (): void => controller.abort(signal?.reason)
  let isOver = false
  const timer: Timer = setTimeout(() => isOver || controller.abort(outOfTime), Math.min(ms, longestTimerMs))
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  return {
    signal: controller.signal,
    end() {
      isOver = true
      clearTimeout(spare)
      spare = timer
      timer.unref?.()
      signal?.removeEventListener('abort', leave)
    },
  }
}

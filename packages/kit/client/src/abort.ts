/** Just below the longest delay of a timer; a longer delay fires at once. */
export const longestTimerMs = 2e9

/** The functions to run when a signal aborts. */
const listenersOf = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Runs `listener` once when a signal aborts; returns a function that stops listening. All calls that share a signal
 * share one event listener: Node warns of a leak beyond ten.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let listeners = listenersOf.get(signal)
  if (listeners === undefined) {
    const created = new Set<() => void>()
    listeners = created
    listenersOf.set(signal, created)
    signal.addEventListener('abort', () => [...created].forEach((each) => each()), { once: true })
  }
  const all = listeners
  all.add(listener)
  return () => void all.delete(listener)
}

/** Settles with the work, or rejects with the signal's reason as soon as the signal aborts. */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    // The reason is the caller's own, error or not.
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    void work.finally(onAbort(signal, abort)).then(resolve, reject)
  })
}

/** Resolves after some milliseconds. An aborted pause rejects at once and leaves no timer behind. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, longestTimerMs))
  })
  try {
    await untilAborted(over, signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Runs one piece of work at a time, in the order they came. */
export type Queue = <Value>(work: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>

/** An empty queue. Work whose signal aborts while it waits leaves the queue; the others keep their order. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (work, signal) => {
    const mine = untilAborted(last, signal).then(work)
    // The queue lives as long as its client, so it keeps no results.
    last = Promise.allSettled([last, mine]).then(() => undefined)
    return mine
  }
}

/** Settles as the work does, or rejects with the signal's reason as soon as that aborts. */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    // The reason is the caller's own, error or not.
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    // Not all that can be awaited is the platform's own.
    void Promise.resolve(work)
      .finally(() => signal.removeEventListener('abort', abort))
      .then(resolve, reject)
  })
}

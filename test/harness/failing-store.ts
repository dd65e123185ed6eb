import type { Store } from '@giftcards/marketplace'

/** A store that works until a test makes it fail. */
export interface FailingStore extends Store {
  /** Makes every later call reject with `error`. */
  failWith(error: Error): void
  /** Ends the failure. */
  recover(): void
}

/** Wraps a store so that a test can make it fail. */
export function createFailingStore(inner: Store): FailingStore {
  let failure: Error | undefined
  const guarded = <T>(work: () => Promise<T>): Promise<T> =>
    failure === undefined ? work() : Promise.reject(failure)
  return {
    transaction: (work) => guarded(() => inner.transaction(work)),
    read: (work) => guarded(() => inner.read(work)),
    readOne: (work) => guarded(() => inner.readOne(work)),
    findAccess: (appId, customerId) => guarded(() => inner.findAccess(appId, customerId)),
    onJobs: (listener) => inner.onJobs(listener),
    ping: () => guarded(() => inner.ping()),
    close: () => inner.close(),
    failWith(error) {
      failure = error
    },
    recover() {
      failure = undefined
    },
  }
}

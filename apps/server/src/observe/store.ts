import { type Store, StoreUnavailableError } from '@giftcards/marketplace'
import type { Metrics } from './metrics.ts'
import type { StoreCaller, StoreCallKind, Tracing } from './tracer.ts'

/** Returns the same store, with each call timed, counted and traced. */
export function observeStore(
  store: Store,
  caller: StoreCaller,
  { metrics, tracing }: { readonly metrics: Metrics; readonly tracing: Tracing },
): Store {
  async function observed<T>(kind: StoreCallKind, call: () => Promise<T>): Promise<T> {
    const end = metrics.beginStoreCall(kind, caller)
    try {
      const result = await tracing.storeCall(kind, caller, call)
      end(undefined)
      return result
    } catch (error) {
      end(error instanceof StoreUnavailableError ? 'unavailable' : 'failed')
      throw error
    }
  }

  return {
    ...store,
    transaction: (work) =>
      observed('transaction', () => {
        let runs = 0
        return store.transaction((tx) => {
          if (runs++ > 0) metrics.countRetry(caller)
          return work(tx)
        })
      }),
    read: (work) => observed('read', () => store.read(work)),
    readOne: (work) => observed('read', () => store.readOne(work)),
    findAccess: (appId, customerId) => observed('read', () => store.findAccess(appId, customerId)),
    ping: () => observed('ping', () => store.ping()),
  }
}

import type { Store } from '@giftcards/marketplace'

/** A store that works until it is given a fault. */
export interface BreakableStore {
  readonly store: Store
  /** From now on every call rejects with `fault`; `undefined` lets it work again. */
  breakWith(fault: Error | undefined): void
}

/** Puts a switch before a store. */
export function createBreakableStore(store: Store): BreakableStore {
  let fault: Error | undefined
  const assertWhole = (): void => {
    if (fault !== undefined) throw fault
  }
  return {
    breakWith(next) {
      fault = next
    },
    store: {
      async transaction(work, keep) {
        assertWhole()
        return store.transaction(work, keep)
      },
      async read(work) {
        assertWhole()
        return store.read(work)
      },
      async readOne(work) {
        assertWhole()
        return store.readOne(work)
      },
      async findAccess(appId, customerId) {
        assertWhole()
        return store.findAccess(appId, customerId)
      },
      async ping() {
        assertWhole()
        await store.ping()
      },
      close: () => store.close(),
    },
  }
}

import type { AuditableStore } from '../ports/books-reader.ts'
import { type StoreMode, type StoreReader, StoreUnavailableError } from '../ports/store.ts'
import { createMemoryBooks } from './memory-books.ts'
import { createMemoryReader } from './memory-reader.ts'
import { copyState, emptyState } from './memory-state.ts'
import { createMemoryTransaction } from './memory-transaction.ts'

/**
 * A store that forgets everything when it is dropped, for tests. Transactions run one after another, each on a copy of
 * the state that replaces the state when it is kept.
 */
export function createInMemoryStore(mode: StoreMode = 'sandbox'): AuditableStore {
  let state = emptyState()
  let isClosed = false
  let lastInLine: Promise<unknown> = Promise.resolve()

  const assertOpen = () => {
    if (isClosed) throw new StoreUnavailableError('The store is closed')
  }
  return {
    async transaction(work, keep = () => true) {
      assertOpen()
      const turn = lastInLine.then(async () => {
        const copy = copyState(state)
        const result = await work(createMemoryTransaction(copy, mode))
        if (keep(result)) state = copy
        return result
      })
      lastInLine = turn.catch(() => undefined)
      return turn
    },
    async read(work) {
      assertOpen()
      return work(createMemoryReader(state))
    },
    async readBooks(work) {
      assertOpen()
      return work(createMemoryBooks(state))
    },
    async readOne(work) {
      assertOpen()
      return work(onlyOne(createMemoryReader(state)))
    },
    async findAccess(appId, customerId) {
      assertOpen()
      const customer = customerId === null ? undefined : state.customers.get(customerId)
      return {
        appIsEnabled: state.apps.get(appId)?.isEnabled === true,
        customerIsEnabled: customer?.isDisabled === false,
        tokenGeneration: customer?.tokenGeneration,
        clock: state.clock.get('setting'),
      }
    },
    async ping() {
      assertOpen()
    },
    async close() {
      isClosed = true
      await lastInLine
    },
  }
}

/** A reader that runs one statement. */
function onlyOne(reader: StoreReader): StoreReader {
  let isUsed = false
  return new Proxy(reader, {
    get(target, name) {
      if (isUsed) return () => Promise.reject(new Error('Only one statement runs outside of a transaction'))
      isUsed = true
      return Reflect.get(target, name, target) as unknown
    },
  })
}

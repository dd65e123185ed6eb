import { type AuditableStore, StoreUnavailableError } from '@giftcards/marketplace'
import { createBooksReader } from './books/books-reader.ts'
import type { Engine } from './engine.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { onlyOne } from './statements/session.ts'
import { findAccess } from './tables/accounts.ts'
import { createReader, createTransaction } from './tables/transaction.ts'
import { createUpkeep, type Upkeep } from './upkeep/upkeep.ts'

/** A store, and its upkeep. */
export interface OpenedStore extends AuditableStore {
  readonly upkeep: Upkeep
}

const always = () => true

/** The marketplace's store on an opened engine. */
export function createStore(engine: Engine): OpenedStore {
  const running = new Set<Promise<unknown>>()
  const retry = <T>(attempt: () => Promise<T>) => retryConflicts(engine.isConflict, attempt)
  let isClosed = false

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) throw new StoreUnavailableError('The store is closed')
    const result = work()
    running.add(result)
    try {
      return await result
    } catch (error) {
      throw engine.toStoreError(error)
    } finally {
      running.delete(result)
    }
  }

  return {
    transaction: (work, keep = always) =>
      run(() => retry(() => engine.write((session) => work(createTransaction(session)), keep))),
    read: (work) => run(() => retry(() => engine.read((session) => work(createReader(session))))),
    readBooks: (work) => run(() => retry(() => engine.read((session) => work(createBooksReader(session))))),
    readOne: (work) => run(() => engine.readOne((session) => work(createReader(onlyOne(session))))),
    findAccess: (appId, customerId) =>
      run(() => engine.readOne((session) => findAccess(session, appId, customerId))),
    ping: () => run(() => engine.probe()),
    upkeep: createUpkeep(engine.reader, (work) => run(() => retry(() => engine.write(work, always)))),
    async close() {
      if (isClosed) return
      isClosed = true
      await Promise.allSettled(running)
      await engine.close()
    },
  }
}

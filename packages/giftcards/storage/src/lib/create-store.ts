import { isRefused, type Store, type StoreTransaction, StoreUnavailableError } from '@giftcards/marketplace'
import { type BooksReport, checkBooks } from './books/check-books.ts'
import type { Engine } from './engine.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { findAccess } from './tables/accounts.ts'
import { probeWrites } from './probe-writes.ts'
import { onlyOne, type Session } from './tables/session.ts'
import { createReader, createTransaction } from './tables/transaction.ts'

/** A store on an opened engine. */
export interface OpenedStore extends Store {
  /** Audits the books on one snapshot, except for records that only a server writes. */
  checkBooks(): Promise<BooksReport>
}

/** Wraps a transaction so that it calls `note` with each job that it writes or opens. */
function noteJobs(tx: StoreTransaction, note: () => void): StoreTransaction {
  return {
    ...tx,
    insertJob(job) {
      note()
      return tx.insertJob(job)
    },
    updateJob(id, change, from) {
      if (change.state === 'open') note()
      return tx.updateJob(id, change, from)
    },
  }
}

/** The marketplace's store on an opened engine. */
export function createStore(engine: Engine): OpenedStore {
  const running = new Set<Promise<unknown>>()
  const retry = <T>(attempt: () => Promise<T>) => retryConflicts(engine.isConflict, attempt)
  const listeners = new Set<() => void>()
  let stopListening: (() => Promise<void>) | undefined
  let isClosed = false

  /** Wakes the workers of this process. If it has none, as in an operator's command, wakes those of other processes. */
  function wakeWorkers(): void {
    for (const listener of listeners) listener()
    // A missed notification does no harm: workers poll for jobs.
    if (listeners.size === 0) void run(async () => engine.announceJobs?.()).catch(() => undefined)
  }

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
    async transaction(work) {
      let hasJobs = false
      const begin = (session: Session) => {
        hasJobs = false
        return noteJobs(createTransaction(session), () => (hasJobs = true))
      }
      const result = await run(() => retry(() => engine.write((session) => work(begin(session)))))
      if (hasJobs && !isRefused(result)) wakeWorkers()
      return result
    },
    onJobs(listener) {
      listeners.add(listener)
      stopListening ??= engine.listenForJobs?.(() => {
        for (const each of listeners) each()
      })
      return () => void listeners.delete(listener)
    },
    ping: () =>
      run(async () => {
        engine.assertInPlace?.()
        // Probe with two connections at once, since requests overlap: one connection does not show that a second is available.
        await Promise.all([probeWrites(engine), probeWrites(engine)])
      }),
    read: (work) => run(() => retry(() => engine.read((db) => work(createReader(db))))),
    checkBooks: () => run(() => engine.read((db) => checkBooks(db))),
    readOne: (work) => run(() => engine.readOne((db) => work(createReader(onlyOne(db))))),
    findAccess: (appId, customerId) => run(() => engine.readOne((db) => findAccess(db, appId, customerId))),
    async close() {
      if (isClosed) return
      isClosed = true
      await stopListening?.()
      await Promise.allSettled(running)
      await engine.close()
    },
  }
}

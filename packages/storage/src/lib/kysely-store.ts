import { type Store, type StoreReader, StoreUnavailableError } from '@giftcards/marketplace'
import type { Engine } from './engine.ts'
import { createConflictRetry } from './retry-conflicts.ts'
import { createReader } from './tables/reader.ts'
import { createTransaction } from './tables/transaction.ts'
import type { Db } from './tables/db.ts'
import { createUpkeep, type Upkeep } from './upkeep/upkeep.ts'

/** A store, and its upkeep. */
export interface OpenedStore extends Store {
  readonly upkeep: Upkeep
}

/** The marketplace's store on an opened engine. */
export function createKyselyStore(engine: Engine): OpenedStore {
  const running = new Set<Promise<unknown>>()
  const retry = createConflictRetry(engine.isConflict)
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
    transaction: (work, keep = () => true) =>
      run(() => retry(() => runTransaction(engine, (db) => work(createTransaction(db)), keep))),
    read: (work) => run(() => retry(() => runRead(engine, work))),
    ping: () =>
      run(async () => {
        await engine.reader.selectFrom('schema_migrations').select('id').limit(1).execute()
      }),
    upkeep: createUpkeep(engine.reader, (work) =>
      run(() => retry(() => runTransaction(engine, work, () => true))),
    ),
    async close() {
      if (isClosed) return
      isClosed = true
      await Promise.allSettled(running)
      await engine.reader.destroy()
      await engine.writer.destroy()
    },
  }
}

async function runTransaction<T>(
  engine: Engine,
  work: (db: Db) => Promise<T>,
  keep: (result: T) => boolean,
): Promise<T> {
  let dropped: { readonly result: T } | undefined
  try {
    return await engine.writer
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (trx) => {
        const result = await work(trx)
        if (keep(result)) return result
        dropped = { result }
        // The only way to have Kysely roll back.
        throw new Error('Not kept')
      })
  } catch (error) {
    if (dropped !== undefined) return dropped.result
    throw error
  }
}

function runRead<T>(engine: Engine, work: (tx: StoreReader) => Promise<T>): Promise<T> {
  return engine.reader
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute((trx) => work(createReader(trx)))
}

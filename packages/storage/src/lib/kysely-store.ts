import {
  type Store,
  type StoreReader,
  StoreUnavailableError,
  type StoreTransaction,
} from '@giftcards/marketplace'
import type { Engine } from './engine.ts'
import { createReader } from './tables/reader.ts'
import { createTransaction } from './tables/transaction.ts'

/** How often one transaction is run before its conflicts are given up on. */
const maxAttempts = 10

/** The marketplace's store on an opened engine. */
export function createKyselyStore(engine: Engine): Store {
  const running = new Set<Promise<unknown>>()
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
    transaction: (work, keep = () => true) => run(() => runTransaction(engine, work, keep)),
    read: (work) => run(() => runRead(engine, work)),
    ping: () =>
      run(async () => {
        await engine.reader.selectFrom('schema_migrations').select('id').limit(1).execute()
      }),
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
  work: (tx: StoreTransaction) => Promise<T>,
  keep: (result: T) => boolean,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let dropped: { readonly result: T } | undefined
    try {
      // A later attempt must begin after the earlier one has ended.
      return await engine.writer
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (trx) => {
          const result = await work(createTransaction(trx))
          if (keep(result)) return result
          dropped = { result }
          // The only way to have Kysely roll back.
          throw new Error('Not kept')
        })
    } catch (error) {
      if (dropped !== undefined) return dropped.result
      if (attempt === maxAttempts || !engine.isConflict(error)) throw error
    }
  }
}

function runRead<T>(engine: Engine, work: (tx: StoreReader) => Promise<T>): Promise<T> {
  return engine.reader
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute((trx) => work(createReader(trx)))
}

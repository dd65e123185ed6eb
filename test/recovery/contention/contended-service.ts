import { openStore } from '@giftcards/storage'
import type { Violation } from '@giftcards/storage/maintenance'
import { startPostgres } from '@giftcards/storage/testing'
import { endProcesses, startProcess } from '@giftcards/test-harness/process'
import { contentionData } from './contention-data.ts'

/** Several server processes on one PostgreSQL with its default settings. */
export interface ContendedService {
  readonly baseUrls: readonly string[]
  /** The number of times that PostgreSQL has logged each error. */
  readonly errors: ReadonlyMap<string, number>
  /** Returns every violation in the books. */
  checkBooks(): Promise<readonly Violation[]>
  end(): Promise<void>
}

/** Starts this many servers on a new database with this many customers. */
export async function startContendedService(servers: number, customers: number): Promise<ContendedService> {
  const postgres = await startPostgres({ isSynced: true })
  const url = await postgres.createDatabase('contention')
  const store = await openStore(url, { mode: 'sandbox', maxConnections: 2 })
  await store.transaction((tx) => tx.seed(contentionData(customers)))
  const settings = {
    DATABASE_URL: url,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '0',
    // Each customer logs in from its own address, so that no throttle reduces the load on the database.
    TRUSTED_PROXIES: 'loopback',
  }
  const started = await Promise.all(Array.from({ length: servers }, () => startProcess(settings)))
  return {
    baseUrls: started.map((server) => server.url),
    errors: postgres.errors,
    checkBooks: async () => (await store.checkBooks()).broken,
    async end() {
      await endProcesses()
      await store.close()
      await postgres.remove()
    },
  }
}

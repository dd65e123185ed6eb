import { openStore } from '@giftcards/storage'
import type { Violation } from '@giftcards/storage/maintenance'
import { startPostgres } from '@giftcards/storage/testing'
import { endProcesses, startProcess } from '@giftcards/test-harness/process'
import { contentionData } from './contention-data.ts'

/** Several servers, each a process, on one PostgreSQL with its shipped settings. */
export interface ContendedService {
  readonly baseUrls: readonly string[]
  /** How often PostgreSQL has logged each error. */
  readonly errors: ReadonlyMap<string, number>
  /** Everything that is wrong with the books. */
  checkBooks(): Promise<readonly Violation[]>
  end(): Promise<void>
}

/** Starts so many servers on a new database with so many customers. */
export async function startContendedService(servers: number, customers: number): Promise<ContendedService> {
  const postgres = await startPostgres({ isSynced: true })
  const url = await postgres.createDatabase('contention')
  const store = await openStore(url, { mode: 'sandbox', maxConnections: 2 })
  await store.transaction((tx) => tx.seed(contentionData(customers)))
  const settings = {
    DATABASE_URL: url,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '0',
    // Each customer logs in from an address of its own, so that no throttle stands in for the database.
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

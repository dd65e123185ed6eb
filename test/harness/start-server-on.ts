import { createLogger, createServer, listen, readConfig } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { rememberingHasher } from './remembering-hasher.ts'

/** A server on an existing database. */
export interface ServerOnDatabase {
  readonly url: string
  close(): Promise<void>
}

/** Starts a server in this process, as `npm start` would with these settings. */
export async function startServerOn(env: Readonly<Record<string, string>>): Promise<ServerOnDatabase> {
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' })
  const store = await openStore(config.databaseUrl, { mode: config.isSandbox ? 'sandbox' : 'production' })
  const log = createLogger(config.logLevel)
  const server = await createServer(config, { store, log, passwords: rememberingHasher })
  const listening = await listen(server.app, {
    host: '127.0.0.1',
    port: 0,
  })
  await server.start()
  return {
    url: listening.url,
    async close() {
      await listening.close({ graceMs: 0 })
      await server.stop()
      await store.close()
    },
  }
}

import { openStore } from '@giftcards/storage'
import { createLogger, createServer, listen, readConfig } from '@giftcards/server'

/** A sandbox whose controls ask for a key. */
export interface GuardedServer {
  readonly url: string
  close(): Promise<void>
}

/** Starts one in this process, with `SANDBOX_KEY` set. */
export async function startGuardedServer(): Promise<GuardedServer> {
  const config = readConfig({
    SANDBOX_SEED: 'tests',
    SANDBOX_KEY: 'examples-sandbox-key',
    LOG_LEVEL: 'silent',
  })
  const store = await openStore('sqlite::memory:')
  const log = createLogger(config.logLevel, { write: () => undefined })
  const server = await createServer(config, { store, log })
  const listening = await listen(server.app.handler, { host: '127.0.0.1', port: 0 })
  return {
    url: listening.url,
    async close() {
      await listening.close({ graceMs: 0 })
      await server.stop()
      await store.close()
    },
  }
}

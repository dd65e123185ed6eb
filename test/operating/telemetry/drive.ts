import { createLogger, createServer, listen, readConfig, startTracing } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { createFailingStore, type FailingStore, rememberingHasher } from '@giftcards/test-harness'
import type { Collector } from './start-collector.ts'

/** Starts a server that sends its traces to a collector, runs the requests, and stops it. Returns the lines of its log. */
export async function drive(
  collector: Collector,
  requests: (url: string, store: FailingStore) => Promise<void>,
): Promise<readonly string[]> {
  const lines: string[] = []
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'shop-front' })
  const tracing = await startTracing(config.otel)
  const log = createLogger('info', { write: (line) => void lines.push(line) })
  const store = createFailingStore(await openStore('sqlite::memory:', { mode: 'sandbox' }))
  const server = await createServer(config, { store, log, tracing, passwords: rememberingHasher })
  const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  await server.start()
  await requests(listening.url, store)
  await listening.close({ graceMs: 0 })
  await server.stop()
  await store.close()
  await tracing.stop()
  return lines
}

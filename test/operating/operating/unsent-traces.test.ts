import { createLogger, createServer, listen, readConfig, startTracing } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendRaw } from '@giftcards/test-harness'
import { type Collector, startCollector } from './start-collector.ts'

afterEach(() => void vi.unstubAllEnvs())

/** Sends health checks to a traced server, ends it, and returns its responses. */
async function driveTracedServer(collector: Collector, requests: number): Promise<ReadonlySet<number>> {
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const tracing = await startTracing(config.otel)
  const store = await openStore('sqlite::memory:', { mode: 'sandbox' })
  const server = await createServer(config, { store, log: createLogger('silent'), tracing })
  const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  await server.start()
  const statuses = new Set<number>()
  for (let index = 0; index < requests; index++) {
    statuses.add((await sendRaw(listening.url, { method: 'GET', path: '/healthz' })).status)
  }
  await listening.close({ graceMs: 0 })
  await server.stop()
  await store.close()
  await tracing.stop()
  return statuses
}

describe('a collector that cannot be reached', () => {
  it.each([
    ['since it is away', null],
    ['since it refuses', 500],
  ])('touches no request and no end: %s', async (_case, status) => {
    const collector = await startCollector(status)
    if (status === null) await collector.close()
    expect(await driveTracedServer(collector, 1)).toStrictEqual(new Set([200]))
    if (status !== null) await collector.close()
  })

  it.each([
    ['what it has just sent', 1],
    // As many spans as are sent at once, without waiting for more.
    ['what it sent before the end', 512],
  ])('does not hold up the end: %s', async (_case, requests) => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '3600000')
    const collector = await startCollector(null)
    expect(await driveTracedServer(collector, requests)).toStrictEqual(new Set([200]))
    expect(collector.spans.length).toBeGreaterThan(0)
    await collector.close()
  })
})

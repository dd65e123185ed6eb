import { sendRaw } from '@giftcards/test-harness'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { drive } from './drive.ts'
import { startCollector } from './start-collector.ts'

describe('a collector', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    ['is away', 200, 1],
    ['refuses', 500, 1],
    ['hangs', null, 1],
    // The number of spans that are sent at once, without waiting for more.
    ['hangs before the end', null, 512],
  ])('that %s touches no request, and does not hold up the end', async (what, status, requests) => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '3600000')
    const collector = await startCollector(status)
    if (what === 'is away') await collector.close()
    const statuses = new Set<number>()
    await drive(collector, async (url) => {
      for (let index = 0; index < requests; index++)
        statuses.add((await sendRaw(url, { method: 'GET', path: '/healthz' })).status)
    })
    expect(statuses).toStrictEqual(new Set([200]))
    expect(collector.spans.length > 0).toBe(what !== 'is away')
    if (what !== 'is away') await collector.close()
  })
})

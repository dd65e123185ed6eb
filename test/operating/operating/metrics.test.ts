import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '@giftcards/test-harness'
import { leaveEarly } from './leave-early.ts'
import { scrape, startOperatedServer } from './operated-server.ts'
import { type MetricFamily, readMetrics } from './read-metrics.ts'

let sandbox: Sandbox
let metrics: readonly MetricFamily[]
beforeAll(async () => {
  sandbox = await startOperatedServer()
  metrics = readMetrics(await scrape(sandbox.url))
})
afterAll(() => sandbox.close())

const ours = (all = metrics): readonly MetricFamily[] =>
  all.filter(({ name }) => !/^(?:process|nodejs)_/.test(name))

const sampleOf = async (series: string): Promise<string | undefined> =>
  (await scrape(sandbox.url)).split('\n').find((line) => line.startsWith(`${series} `))

/** The number of time series of the server itself. Series of Node come and go. */
const countSeries = async (): Promise<number> =>
  ours(readMetrics(await scrape(sandbox.url))).reduce((sum, { series }) => sum + series, 0)

async function scan(run: string): Promise<void> {
  for (let index = 0; index < 50; index++) {
    await fetch(`${sandbox.url}/wp-admin/${run}-${index}?${index}`, { method: index % 2 ? 'GET' : 'POST' })
  }
}

describe('/metrics', () => {
  it('has a metric for all that is watched', () => {
    expect(ours().map(({ name, type, labels }) => [name, type, [...labels]])).toStrictEqual([
      ['http_requests_total', 'counter', ['operation', 'status']],
      ['http_request_duration_seconds', 'histogram', ['le', 'operation', 'status']],
      ['http_request_failures_total', 'counter', ['operation', 'code']],
      ['http_requests_in_flight', 'gauge', []],
      ['contract_breaches_total', 'counter', ['operation', 'status']],
      ['store_call_duration_seconds', 'histogram', ['le', 'caller', 'kind']],
      ['store_call_failures_total', 'counter', ['caller', 'kind', 'reason']],
      ['store_transaction_retries_total', 'counter', ['caller']],
      ['store_calls_in_flight', 'gauge', ['caller']],
      ['store_last_success_timestamp_seconds', 'gauge', ['caller']],
      ['server_clock_timestamp_seconds', 'gauge', []],
      ['sweeper_failures_total', 'counter', []],
      ['jobs', 'gauge', ['kind', 'state']],
      ['jobs_oldest_age_seconds', 'gauge', ['kind', 'state']],
    ])
    const names = metrics.map(({ name }) => name)
    expect(names).toContain('process_cpu_seconds_total')
    expect(names).toContain('process_resident_memory_bytes')
    expect(names).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  it('names its metrics as Prometheus advises', () => {
    for (const { name, type, help } of ours()) {
      expect([name, name.endsWith('_total')]).toStrictEqual([name, type === 'counter'])
      expect([name, /_(?:ms|milliseconds|minutes|kilobytes|percent)(?:_|$)/.test(name)]).toStrictEqual([
        name,
        false,
      ])
      expect(help).not.toBe('')
    }
    const histograms = ours().filter(({ type }) => type === 'histogram')
    for (const { name } of histograms) expect(name).toMatch(/_seconds$/)
  })

  it('has no more series after a scanner has been by', async () => {
    await scan('first')
    const before = await countSeries()
    await scan('second')
    expect(await countSeries()).toBe(before)
  })

  it('counts error codes by operation', async () => {
    expect(
      await sampleOf('http_request_failures_total{operation="getOrder",code="order_not_found"}'),
    ).toMatch(/ 1$/)
  })

  it('counts the request that asks among those being served, and none that has ended', async () => {
    expect(await sampleOf('http_requests_in_flight')).toBe('http_requests_in_flight 1')
    expect(await sampleOf('http_requests_in_flight')).toBe('http_requests_in_flight 1')
  })

  it('times what /readyz asks of the store', async () => {
    const series = 'store_call_duration_seconds_count{caller="request",kind="ping"}'
    const count = async (): Promise<number> => Number((await sampleOf(series))?.split(' ')[1])
    const before = await count()
    await fetch(`${sandbox.url}/readyz`)
    expect(await count()).toBe(before + 1)
  })

  it('counts callers that go away, and no answer for them', async () => {
    await leaveEarly(sandbox.url, (await sandbox.partner()).token)
    const aborted = 'http_requests_total{operation="createCart",status="aborted"}'
    await expect.poll(() => sampleOf(aborted)).toBe(`${aborted} 2`)
    expect(await sampleOf('http_requests_total{operation="createCart",status="200"}')).toBeUndefined()
    await expect.poll(() => sampleOf('http_requests_in_flight')).toBe('http_requests_in_flight 1')
  })

  it('tells the time by the clock of the machine, whatever the clock of the sandbox says', async () => {
    const [line = ''] = [await sampleOf('server_clock_timestamp_seconds')]
    const after = Date.now() / 1000
    expect(Number(line.split(' ')[1])).toBeLessThanOrEqual(after)
    expect(new Date(Number(line.split(' ')[1]) * 1000).getUTCFullYear()).toBe(new Date().getUTCFullYear())
  })
})

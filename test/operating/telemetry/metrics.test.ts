import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '@giftcards/test-harness'
import { leaveEarly } from './leave-early.ts'
import { scrape, startOperatedServer } from './operated-server.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startOperatedServer()
})
afterAll(() => sandbox.close())

const linesOf = async (pattern: RegExp): Promise<readonly string[]> =>
  (await scrape(sandbox.url)).split('\n').filter((line) => pattern.test(line))

const sampleOf = async (series: string): Promise<string | undefined> =>
  (await linesOf(/^\w/)).find((line) => line.startsWith(`${series} `))?.slice(series.length + 1)

async function scan(run: string): Promise<void> {
  for (let index = 0; index < 10; index++)
    await fetch(`${sandbox.url}/wp-admin/${run}-${index}?${index}`, { method: index % 2 ? 'GET' : 'POST' })
}

describe('/metrics', () => {
  it('has a metric for all that is watched', async () => {
    const types = (await linesOf(/^# TYPE /)).map((line) => line.slice('# TYPE '.length))
    expect(types.filter((type) => !/^(?:process|nodejs)_/.test(type))).toStrictEqual([
      'http_requests_total counter',
      'http_request_duration_seconds histogram',
      'http_request_failures_total counter',
      'http_requests_in_flight gauge',
      'contract_breaches_total counter',
      'store_call_duration_seconds histogram',
      'store_call_failures_total counter',
      'store_transaction_retries_total counter',
      'store_calls_in_flight gauge',
      'server_clock_timestamp_seconds gauge',
      'sweeper_failures_total counter',
      'jobs gauge',
      'jobs_oldest_age_seconds gauge',
      'sweeper_last_pass_timestamp_seconds gauge',
    ])
    expect(types).toContain('process_resident_memory_bytes gauge')
    expect(types).toContain('nodejs_eventloop_lag_p99_seconds gauge')
  })

  it('has no more series after a scanner has been by', async () => {
    // The series of Node are left out, since they appear and disappear.
    const own = /^(?!process_|nodejs_|#)\w/
    await scan('first')
    const before = (await linesOf(own)).length
    await scan('second')
    expect(await linesOf(own)).toHaveLength(before)
  })

  it('counts error codes by operation, and what /readyz asks of the store', async () => {
    const failures = 'http_request_failures_total{operation="getOrder",code="order_not_found"}'
    expect(await sampleOf(failures)).toBe('1')
    const pings = 'store_call_duration_seconds_count{caller="request",kind="ping"}'
    const before = Number(await sampleOf(pings))
    // The result of an earlier probe is shared for up to a second.
    await expect
      .poll(async () => {
        await fetch(`${sandbox.url}/readyz`)
        return Number(await sampleOf(pings))
      })
      .toBe(before + 1)
  })

  it('counts callers that go away, and no answer for them', async () => {
    await leaveEarly(sandbox.url, (await sandbox.partner()).token)
    const aborted = 'http_requests_total{operation="createCart",status="aborted"}'
    await expect.poll(() => sampleOf(aborted)).toBe('2')
    expect(await sampleOf('http_requests_total{operation="createCart",status="200"}')).toBeUndefined()
    // The request for the metrics counts itself.
    await expect.poll(() => sampleOf('http_requests_in_flight')).toBe('1')
  })

  it('tells the time by the clock of the machine, whatever the clock of the sandbox says', async () => {
    const before = Date.now() / 1000
    const told = Number(await sampleOf('server_clock_timestamp_seconds'))
    expect(told).toBeGreaterThanOrEqual(before - 1)
    expect(told).toBeLessThanOrEqual(Date.now() / 1000)
  })
})

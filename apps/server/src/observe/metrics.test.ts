import { describe, expect, it } from 'vitest'
import { createMetrics, measureRequests, type Metrics } from './metrics.ts'
import { startObservedApp } from './observed-app.fixture.ts'

/** The samples whose names begin with `name`. */
async function samplesOf(metrics: Metrics, name: string): Promise<readonly string[]> {
  const { text } = await metrics.text()
  return text.split('\n').filter((line) => line.startsWith(name))
}

const setUp = async () => {
  const metrics = createMetrics()
  return { metrics, app: await startObservedApp([measureRequests(metrics)]) }
}

const head = 'POST /held HTTP/1.1\r\nhost: shop.test\r\n'
const inFlight = 'http_requests_in_flight'

describe('measureRequests', () => {
  it('counts and times a request by operation', async () => {
    const { metrics, app } = await setUp()
    await fetch(`${app.url}/v3/orders/1`)
    await expect
      .poll(() => samplesOf(metrics, 'http_requests_total'))
      .toStrictEqual(['http_requests_total{operation="getOrder",status="404"} 1'])
    expect(await samplesOf(metrics, 'http_request_failures_total')).toStrictEqual([
      'http_request_failures_total{operation="getOrder",code="order_not_found"} 1',
    ])
    const labels = 'operation="getOrder",status="404"'
    expect(await samplesOf(metrics, 'http_request_duration_seconds_count')).toStrictEqual([
      `http_request_duration_seconds_count{${labels}} 1`,
    ])
    expect(await samplesOf(metrics, 'http_request_duration_seconds_bucket')).toHaveLength(13)
  })

  it.each([
    ['a reset while the handler works', `${head}content-length: 0\r\n\r\n`, 1],
    ['half a body', `${head}content-length: 20\r\n\r\n{"a"`, 1],
    ['a malformed chunk', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`, 1],
    ['three pipelined requests', `${head}\r\n`.repeat(3), 3],
    ['rubbish behind a request', `${head}\r\nrubbish\r\n\r\n`, 1],
  ])('gives the place back after %s', async (_case, bytes, count) => {
    const { metrics, app } = await setUp()
    const socket = await app.send(bytes)
    await app.arrived(count)
    socket.destroy()
    await expect.poll(() => samplesOf(metrics, inFlight)).toStrictEqual([`${inFlight} 0`])
    await expect
      .poll(() => samplesOf(metrics, 'http_requests_total'))
      .toStrictEqual([`http_requests_total{operation="hold",status="aborted"} ${count}`])
    expect(await samplesOf(metrics, 'http_request_failures_total{')).toStrictEqual([])
  })
})

describe('createMetrics', () => {
  it('counts an unread request without a duration', async () => {
    const metrics = createMetrics()
    metrics.countUnread({ requestId: 'r-1', status: 408, errorCode: 'request_timeout' })
    const { text } = await metrics.text()
    expect(text).toContain('http_requests_total{operation="none",status="408"} 1\n')
    expect(text).toContain('http_request_failures_total{operation="none",code="request_timeout"} 1\n')
    expect(text).not.toContain('http_request_duration_seconds_count{')
  })

  it('counts breaches by operation and status', async () => {
    const metrics = createMetrics()
    metrics.countBreach('createCart', 201)
    metrics.countBreach('createCart', 201)
    expect(await samplesOf(metrics, 'contract_breaches_total')).toStrictEqual([
      'contract_breaches_total{operation="none",status="none"} 0',
      'contract_breaches_total{operation="createCart",status="201"} 2',
    ])
  })

  it('has a series of each kind of job, with the first scrape', async () => {
    const parked = (await samplesOf(createMetrics(), 'jobs{')).filter((line) => line.includes('parked'))
    expect(parked).toContain('jobs{kind="settle-payment",state="parked"} 0')
    expect(parked).toHaveLength(6)
  })

  it('keeps the metrics of two servers apart', async () => {
    const [first, second] = [createMetrics(), createMetrics()]
    first.countSweeperFailure()
    expect(await samplesOf(second, 'sweeper_failures_total')).toStrictEqual(['sweeper_failures_total 0'])
  })
})

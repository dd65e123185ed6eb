import { describe, expect, it } from 'vitest'
import type { ExchangeRecord } from '@contract-kit/express'
import { createMetrics } from './create-metrics.ts'

const record: ExchangeRecord = {
  facts: {
    requestId: 'r-1',
    method: 'GET',
    path: '/v3/x',
    ip: '',
    operationId: 'getOrder',
    header: () => undefined,
  },
  status: 404,
  errorCode: 'order_not_found',
  durationMs: 1500,
  caller: {},
  aborted: false,
}

/** The samples whose names begin so. */
async function samples(records: readonly ExchangeRecord[], name: string): Promise<readonly string[]> {
  const metrics = createMetrics()
  for (const one of records) metrics.observe(one)
  const { text } = await metrics.text()
  return text.split('\n').filter((line) => line.startsWith(name))
}

const lost = (path: string): ExchangeRecord => ({
  ...record,
  facts: { ...record.facts, path, operationId: null },
})

describe('createMetrics', () => {
  it('measures in seconds', async () => {
    const labels = '{operation="getOrder",status="404"}'
    expect(await samples([record], 'http_request_duration_seconds_sum')).toStrictEqual([
      `http_request_duration_seconds_sum${labels} 1.5`,
    ])
  })

  it('counts no answer for a caller that went away', async () => {
    const left = { ...record, status: 200, errorCode: null, aborted: true }
    expect(await samples([left], 'http_requests_total')).toStrictEqual([
      'http_requests_total{operation="getOrder",status="aborted"} 1',
    ])
    expect(await samples([left], 'http_request_failures_total{')).toStrictEqual([])
  })

  it('gives paths outside the contract one name', async () => {
    expect(await samples([lost('/a'), lost('/b')], 'http_requests_total')).toStrictEqual([
      'http_requests_total{operation="none",status="404"} 2',
    ])
  })

  it('counts what never became a request, without a duration', async () => {
    const metrics = createMetrics()
    metrics.countUnread({ requestId: 'r-1', status: 408, errorCode: 'request_timeout' })
    const { text } = await metrics.text()
    expect(text).toContain('http_requests_total{operation="none",status="408"} 1\n')
    expect(text).toContain('http_request_failures_total{operation="none",code="request_timeout"} 1\n')
    expect(text).not.toContain('http_request_duration_seconds_count{')
  })
})

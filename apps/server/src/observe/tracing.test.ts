import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startObservedApp } from './observed-app.fixture.ts'
import { noTracing } from './tracer.ts'
import { startTracing, traceRequests } from './tracing.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

interface OtlpSpan {
  readonly traceId: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

/** Starts a traced application; `spans` ends the traces and returns the spans sent to the collector. */
async function setUp() {
  const received: OtlpRequest[] = []
  const collect = async (request: IncomingMessage, response: ServerResponse) => {
    received.push((await json(request)) as OtlpRequest)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void collect(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const tracing = await startTracing({ endpoint: `http://127.0.0.1:${port}/`, serviceName: 'shop-front' })
  const app = await startObservedApp([traceRequests(tracing)])
  const spans = async () => {
    await tracing.stop()
    return received
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
      .map(({ attributes, ...span }) => ({
        ...span,
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      }))
  }
  return { tracing, app, spans }
}

describe('traceRequests', () => {
  it('gives a request a span by the conventions for HTTP servers', async () => {
    const { app, spans } = await setUp()
    await fetch(`${app.url}/v3/orders/17?canary`, { headers: { 'user-agent': 'canary' } })
    const [span, ...others] = await spans()
    expect(others).toStrictEqual([])
    expect(span).toMatchObject({ name: 'GET /v3/orders/{orderId}', kind: 2, status: { code: 0 } })
    expect(span?.attributes).toStrictEqual({
      'http.request.method': 'GET',
      'http.route': '/v3/orders/{orderId}',
      'http.response.status_code': 404,
      'http.response.header.x-request-id': { values: [{ stringValue: 'r-1' }] },
      'http.response.header.x-error-code': { values: [{ stringValue: 'order_not_found' }] },
      'network.protocol.version': '1.1',
      'url.scheme': 'http',
    })
  })

  it.each([
    ['of an unknown form', 'canary'],
    ['with zeros alone', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['with something behind its end', `00-${traceId}-${spanId}-01-more`],
    ['that names two', `00-${traceId}-${spanId}-01, 00-${'1'.repeat(32)}-${spanId}-01`],
  ])('begins a trace for a traceparent %s', async (_case, traceparent) => {
    const { app, spans } = await setUp()
    await fetch(`${app.url}/healthz`, { headers: { traceparent } })
    const [span] = await spans()
    expect(span?.traceId).toMatch(/^[\da-f]{32}$/)
    expect(['0', '1'].map((digit) => digit.repeat(32))).not.toContain(span?.traceId)
    expect(span).not.toMatchObject({ traceId })
  })
})

describe('startTracing', () => {
  it('traces nothing without settings', async () => {
    expect(await startTracing(undefined)).toBe(noTracing)
  })

  it('gives no span to a call outside of any request', async () => {
    const { tracing, spans } = await setUp()
    expect(await tracing.storeCall('read', 'sweeper', async () => 7)).toBe(7)
    expect(await spans()).toStrictEqual([])
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestHandler } from 'express'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startObservedApp } from './observed-app.fixture.ts'
import { noTracing, type Tracing } from './tracer.ts'
import { startTracing, traceRequests } from './tracing.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

interface OtlpAttribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}
interface OtlpSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly OtlpAttribute[]
  readonly status: { readonly code: number; readonly message?: string }
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

/** A collector that keeps what it is sent; it never responds where it `hangs`. */
async function startCollector({ hangs = false } = {}) {
  const received: OtlpRequest[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(parts).toString('utf8')) as OtlpRequest)
      if (!hangs) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  const resources = () => received.flatMap(({ resourceSpans }) => resourceSpans)
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    text: () => JSON.stringify(received),
    spans: () =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({ ...span, attributes: valuesOf(span.attributes) })),
  }
}

const valuesOf = (attributes: readonly OtlpAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Starts a traced application; `spans` ends the traces and gives what the collector was sent. */
async function setUp(onCart?: (tracing: Tracing) => Promise<void>, ...more: readonly RequestHandler[]) {
  const collector = await startCollector()
  const tracing = await startTracing({ endpoint: collector.endpoint, serviceName: 'shop-front' })
  const app = await startObservedApp(
    [traceRequests(tracing), ...more],
    () => onCart?.(tracing) ?? Promise.resolve(),
  )
  const spans = async () => {
    await tracing.stop()
    return collector.spans()
  }
  return { collector, tracing, app, spans }
}

const postCart = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${url}/v3/carts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"action":"buy"}',
  })

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
    await postCart(app.url, { traceparent })
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

  it('shows the name of what a call of the store threw', async () => {
    const { app, spans, collector } = await setUp(async (tracing) => {
      const call = tracing.storeCall('read', 'request', () => Promise.reject(new TypeError('canary')))
      await call.catch(() => undefined)
    })
    await postCart(app.url)
    expect((await spans())[0]).toMatchObject({
      status: { code: 2 },
      attributes: { 'error.type': 'TypeError' },
    })
    expect(collector.text()).not.toContain('canary')
  })

  it('gives no span to a call outside of any request', async () => {
    const { tracing, spans } = await setUp()
    expect(await tracing.storeCall('read', 'sweeper', async () => 7)).toBe(7)
    expect(await spans()).toStrictEqual([])
  })

  it('ends although the collector hangs', async () => {
    const collector = await startCollector({ hangs: true })
    const tracing = await startTracing({ endpoint: collector.endpoint, serviceName: 'shop-front' })
    const app = await startObservedApp([traceRequests(tracing)])
    await fetch(`${app.url}/healthz`)
    await expect(tracing.stop()).resolves.toBeUndefined()
    expect(collector.spans()).toHaveLength(1)
  })
})

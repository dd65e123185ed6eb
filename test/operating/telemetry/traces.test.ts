import { StoreUnavailableError } from '@giftcards/marketplace'
import { createLogger, createServer, demoPassword, listen, readConfig, startTracing } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  checkoutOf,
  createFailingStore,
  openSession,
  rememberingHasher,
  sendRaw,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { leaveEarly } from './leave-early.ts'
import { type CollectedSpan, type Collector, startCollector } from './start-collector.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const canary = 'canary-4716'

interface Traced {
  readonly collector: Collector
  readonly logs: readonly string[]
  readonly secrets: readonly string[]
}

/** Drives a traced server through every kind of request, and stops it. */
async function driveTracedServer(): Promise<Traced> {
  const collector = await startCollector()
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_SERVICE_NAME: 'shop-front',
  })
  const tracing = await startTracing(config.otel)
  const logs: string[] = []
  const log = createLogger('info', { write: (line) => void logs.push(line) })
  const store = createFailingStore(await openStore('sqlite::memory:', { mode: 'sandbox' }))
  const server = await createServer(config, { store, log, tracing, passwords: rememberingHasher })
  const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  await server.start()
  const { url } = listening
  const get = (path: string, ...headers: readonly (readonly [string, string])[]) =>
    sendRaw(url, { method: 'GET', path, headers })

  await get('/healthz', ['traceparent', `00-${traceId}-${spanId}-01`], ['tracestate', 'shop=t61'])
  await get('/healthz', ['traceparent', `00-${'1'.repeat(32)}-${spanId}-00`])
  await get(`/${canary}?${canary}=${canary}`, ['x-request-id', 'lost-1'])
  await get(`/docs/?${canary}`, ['user-agent', canary], ['cookie', canary], ['x-forwarded-for', canary])
  await get(
    '/healthz',
    ...['2', '3'].map((digit) => ['traceparent', `00-${digit.repeat(32)}-${spanId}-01`] as const),
  )
  await sendRaw(url, { method: 'PROPFIND', path: '/healthz' })
  const partner = await openSession(url)
  await leaveEarly(url, partner.token)
  await partner.login('elite@example.com')
  const { body } = await partner.call(
    'checkout',
    checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT),
  )
  const { cards } = (body as { buyOrder: { cards: readonly { id: number }[] } }).buyOrder
  const path = { cardId: cards[0]?.id ?? 0 }
  const secure = await partner.call('getSecureData', { path, headers: { 'x-request-id': 'secure-1' } })
  const { number, pin } = secure.body as { number: string; pin: string }
  store.failWith(new StoreUnavailableError(`${canary} is away`))
  await partner.call('getWalletCard', { path, headers: { 'x-request-id': 'away-1' } })
  store.failWith(new Error(canary))
  await partner.call('getWalletCard', { path, headers: { 'x-request-id': 'defect-1' } })
  store.recover()
  await listening.close()
  await server.stop()
  await tracing.stop()
  await collector.close()
  await store.close()
  const secrets = [canary, number, pin, partner.token, demoPassword, 'elite@example.com', String(path.cardId)]
  return { collector, logs, secrets }
}

let traced: Traced
beforeAll(async () => {
  traced = await driveTracedServer()
})
afterAll(() => traced.collector.close().catch(() => undefined))

const spansOf = (requestId: string): readonly CollectedSpan[] =>
  traced.collector.spans.filter(({ attributes }) =>
    [attributes['http.response.header.x-request-id']].flat().includes(requestId),
  )

const childrenOf = (parent: CollectedSpan | undefined): readonly CollectedSpan[] =>
  traced.collector.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)

describe('a span', () => {
  it('stands for each request, by the conventions for HTTP servers', () => {
    const [span, ...others] = spansOf('secure-1')
    expect(others).toStrictEqual([])
    expect(span).toMatchObject({ name: 'GET /v3/wallets/{cardId}/secure-data', kind: 2, status: { code: 0 } })
    expect(span?.attributes).toStrictEqual({
      'http.request.method': 'GET',
      'http.route': '/v3/wallets/{cardId}/secure-data',
      'http.response.status_code': 200,
      'http.response.header.x-request-id': ['secure-1'],
      'network.protocol.version': '1.1',
      'url.scheme': 'http',
    })
  })

  it('has a child for each call of the store', () => {
    const children = childrenOf(spansOf('secure-1')[0])
    expect(children.length).toBeGreaterThan(0)
    for (const child of children) {
      expect(child).toMatchObject({ kind: 1, attributes: { 'store.caller': 'request' }, status: { code: 0 } })
      expect(child.name).toMatch(/^store\.(?:transaction|read)$/)
      expect(child.traceId).toBe(spansOf('secure-1')[0]?.traceId)
    }
  })

  it('without an operation is named by its method alone', () => {
    const [span] = spansOf('lost-1')
    expect(span).toMatchObject({ name: 'GET', status: { code: 0 } })
    expect(span?.attributes).toMatchObject({
      'http.response.status_code': 404,
      'http.response.header.x-error-code': ['not_found'],
    })
    expect(span?.attributes).not.toHaveProperty('http.route')
  })

  it('of an unknown method does not repeat it', () => {
    expect(traced.collector.spans.find(({ name }) => name.startsWith('HTTP '))?.attributes).toMatchObject({
      'http.request.method': '_OTHER',
      'http.response.status_code': 405,
    })
  })

  it('shows a failure of the server, and where it came from', () => {
    const [away] = spansOf('away-1')
    expect(away).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '503' } })
    const failed = childrenOf(away).at(-1)
    expect(failed).toMatchObject({
      status: { code: 2 },
      attributes: { 'error.type': 'StoreUnavailableError' },
    })
    const [defect] = spansOf('defect-1')
    expect(defect).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '500' } })
    expect(childrenOf(defect).at(-1)?.attributes).toMatchObject({ 'error.type': 'Error' })
  })

  it('continues the trace of the caller', () => {
    const continued = traced.collector.spans.filter((span) => span.traceId === traceId)
    expect(continued).toMatchObject([{ parentSpanId: spanId, name: 'GET /healthz', traceState: 'shop=t61' }])
  })

  it('is not sent where the caller does not sample', () => {
    expect(traced.collector.spans.filter((span) => span.traceId === '1'.repeat(32))).toStrictEqual([])
  })

  it('begins anew where the caller names two', () => {
    const named = traced.collector.spans.filter((span) => /^(?:2+|3+)$/.test(span.traceId))
    expect(named).toStrictEqual([])
  })

  it('of a caller that went away has no status', () => {
    const left = traced.collector.spans.find(({ name }) => name === 'POST /v3/carts')
    expect(left?.attributes).toMatchObject({ 'error.type': 'client_gone' })
    expect(left?.attributes).not.toHaveProperty('http.response.status_code')
  })

  it('of one request never joins that of another', () => {
    const servers = traced.collector.spans.filter(({ kind }) => kind === 2)
    expect(new Set(servers.map((span) => span.traceId)).size).toBe(servers.length)
  })
})

/** Which secrets stand in what was sent; a short one must stand alone, since any id or time may contain it. */
const secretsIn = ({ secrets, collector }: Traced): readonly string[] =>
  secrets.filter((secret) =>
    secret.length > 6
      ? collector.text.includes(secret)
      : new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(collector.text),
  )

describe('what is sent', () => {
  it('names the service', () => {
    expect(traced.collector.resources[0]).toMatchObject({
      'service.name': 'shop-front',
      'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
    })
  })

  it('holds no secret, no id of a card, no path, no query and no header of the caller', () => {
    expect(traced.collector.spans.length).toBeGreaterThan(20)
    const leaks = secretsIn(traced)
    expect(leaks).toStrictEqual([])
    expect(traced.collector.text).not.toContain('user_agent')
  })

  it('has no event, and no message beside a status', () => {
    for (const { events, status } of traced.collector.spans) {
      expect([events, status.message]).toStrictEqual([[], undefined])
    }
  })
})

describe('the log line of a request', () => {
  it('names its trace', () => {
    const lines = traced.logs.map((line) => JSON.parse(line) as { requestId?: string; traceId?: string })
    for (const requestId of ['secure-1', 'away-1']) {
      const line = lines.find((one) => one.requestId === requestId && 'status' in one)
      expect(line?.traceId).toBe(spansOf(requestId)[0]?.traceId)
    }
  })
})

import { StoreUnavailableError } from '@giftcards/marketplace'
import { demoPassword } from '@giftcards/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkoutOf, openSession, sendRaw, storyCard, storyPayments } from '@giftcards/test-harness'
import { drive } from './drive.ts'
import { type CollectedSpan, type Collector, startCollector } from './start-collector.ts'

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
const canary = 'canary-4716'

describe('the traces of a server', () => {
  let collector: Collector
  let logs: readonly string[]
  const secrets = [canary, demoPassword, 'elite@example.com']
  beforeAll(async () => {
    collector = await startCollector()
    logs = await drive(collector, async (url, store) => {
      const get = (path: string, ...headers: readonly (readonly [string, string])[]) =>
        sendRaw(url, { method: 'GET', path, headers })
      await get('/healthz', ['traceparent', `00-${traceId}-${spanId}-01`], ['tracestate', 'shop=t61'])
      await get(`/${canary}?${canary}=${canary}`, ['x-request-id', 'lost-1'])
      await get(`/docs/?${canary}`, ['user-agent', canary], ['cookie', canary], ['x-forwarded-for', canary])
      const partner = await openSession(url)
      await partner.login('elite@example.com')
      const order = checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT)
      const { buyOrder } = await partner.want('checkout', 201, order)
      const path = { cardId: buyOrder.cards[0]?.id ?? 0 }
      const headers = { 'x-request-id': 'secure-1' }
      const { number, pin } = await partner.want('getSecureData', 200, { path, headers })
      store.failWith(new StoreUnavailableError(`${canary} is away`))
      await partner.call('getWalletCard', { path, headers: { 'x-request-id': 'away-1' } })
      store.failWith(new Error(canary))
      await partner.call('getWalletCard', { path, headers: { 'x-request-id': 'defect-1' } })
      store.recover()
      secrets.push(number, pin, partner.token, String(path.cardId))
    })
    await collector.close()
  })

  const spanOf = (requestId: string): CollectedSpan | undefined =>
    collector.spans.find(({ attributes }) =>
      [attributes['http.response.header.x-request-id']].flat().includes(requestId),
    )
  const childrenOf = (parent: CollectedSpan | undefined): readonly CollectedSpan[] =>
    collector.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)

  it('have a span for a request, with a child for each call of the store', () => {
    const span = spanOf('secure-1')
    expect(span).toMatchObject({ name: 'GET /v3/wallets/{cardId}/secure-data', kind: 2, status: { code: 0 } })
    expect(span?.attributes).toStrictEqual({
      'http.request.method': 'GET',
      'http.route': '/v3/wallets/{cardId}/secure-data',
      'http.response.status_code': 200,
      'http.response.header.x-request-id': ['secure-1'],
      'network.protocol.version': '1.1',
      'url.scheme': 'http',
    })
    const children = childrenOf(span)
    expect(children.length).toBeGreaterThan(0)
    for (const child of children) {
      expect(child).toMatchObject({ kind: 1, attributes: { 'store.caller': 'request' }, status: { code: 0 } })
      expect([child.name, child.traceId]).toStrictEqual([
        expect.stringMatching(/^store\.(?:transaction|read)$/),
        span?.traceId,
      ])
    }
  })

  it('show a failure of the server, and where it came from', () => {
    for (const [requestId, status, error] of [
      ['away-1', '503', 'StoreUnavailableError'],
      ['defect-1', '500', 'Error'],
    ] as const) {
      const span = spanOf(requestId)
      expect(span).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': status } })
      expect(childrenOf(span).at(-1)?.attributes).toMatchObject({ 'error.type': error })
    }
  })

  it('continue that of the caller, and name the service', () => {
    const continued = collector.spans.filter((span) => span.traceId === traceId)
    expect(continued).toMatchObject([{ parentSpanId: spanId, name: 'GET /healthz', traceState: 'shop=t61' }])
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'shop-front' })
  })

  it('hold no secret, no id of a card, no path, no query, no header of the caller and no message', () => {
    expect(collector.spans.length).toBeGreaterThan(10)
    // A short secret must be a separate word, since any id or time may contain it.
    const leaks = secrets.filter((secret) =>
      secret.length > 6
        ? collector.text.includes(secret)
        : new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(collector.text),
    )
    expect(leaks).toStrictEqual([])
    expect(collector.text).not.toContain('user_agent')
    for (const { events, status } of collector.spans)
      expect([events, status.message]).toStrictEqual([[], undefined])
  })

  it('are named in the log line of the request', () => {
    const lines = logs.map((line) => JSON.parse(line) as { requestId?: string; traceId?: string })
    for (const requestId of ['secure-1', 'away-1']) {
      const line = lines.find((one) => one.requestId === requestId && 'status' in one)
      expect(line?.traceId).toBe(spanOf(requestId)?.traceId)
    }
  })
})

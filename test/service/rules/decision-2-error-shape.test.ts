import type { PaymentGateway } from '@giftcards/marketplace'
import { StoreUnavailableError } from '@giftcards/marketplace'
import { openSqliteStore } from '@giftcards/storage'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  checkoutOf,
  createFailingStore,
  type Exchange,
  fillCart,
  type Sandbox,
  sendRaw,
  shapeOf,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

const secret = 'the vault of db.internal.test'
const gateway: PaymentGateway = {
  charge: () => Promise.reject(new TypeError(`gateway broke: ${secret}`)),
  cancel: () => Promise.resolve({ kind: 'canceled' }),
  refund: () => Promise.resolve(),
  find: () => Promise.resolve([]),
}
const store = createFailingStore(await openSqliteStore({ location: ':memory:', mode: 'sandbox' }))
const buy = { body: { action: 'buy' } }
const anId = '00000000-0000-4000-8000-000000000000'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({}, { gateway, store })
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

/** Returns one response of every error status that the service has. */
async function everyError(): Promise<readonly Exchange[]> {
  const standard = await sandbox.partner('standard@example.com')
  const paid = { headers: { 'idempotency-key': 'once' } }
  const slow = { headers: { ...paid.headers, 'x-sandbox-trigger': 'slow=500' } }
  const harbor = checkoutOf([storyCard.harborB2B()], storyPayments.STORE_CREDIT)
  const inFlight = await Promise.all([
    standard.call('checkout', { ...harbor, ...slow }),
    standard.call('checkout', { ...harbor, ...slow }),
  ])
  const large = { body: JSON.stringify({ action: 'buy', filler: 'x'.repeat(256 * 1024) }) }
  const wrongPassword = { body: { customer: { email: 'empty@example.com', password: 'wrong' } } }
  const failures = []
  for (let attempt = 0; attempt < 6; attempt += 1) failures.push(await standard.call('login', wrongPassword))
  const others = [
    await standard.call('createCart', { body: {} }),
    await standard.call('getDrawdownAccount'),
    await standard.call('getOrder', { path: { orderId: anId } }),
    await sendRaw(sandbox.url, { method: 'get', path: '/v3/nowhere' }),
    await sendRaw(sandbox.url, { method: 'patch', path: '/v3/carts' }),
    ...inFlight,
    await standard.call('createCart', large),
    await standard.call('createCart', { headers: { 'content-type': 'text/plain' }, body: 'buy' }),
    await standard.call('checkout', { ...checkoutOf([storyCard.pixelEcode()]), ...paid }),
    ...failures,
    await standard.call('checkout', checkoutOf([storyCard.harborB2B()])),
  ]
  store.failWith(new TypeError(secret))
  const broken = await standard.call('createCart', buy)
  store.failWith(new StoreUnavailableError(secret))
  const away = await standard.call('createCart', buy)
  store.recover()
  return [...others, broken, away].filter(({ status }) => status >= 400)
}

describe('every error', () => {
  it(
    'is one list of messages and one code',
    { meta: { rules: ['D2-01', 'D2-03', 'D2-04', '7-01'] } },
    async () => {
      expect(shapeOf('ErrorBody')).toStrictEqual({ message: 'array' })
      const errors = await everyError()
      expect(new Set(errors.map(({ status }) => status))).toStrictEqual(
        new Set([400, 403, 404, 405, 409, 413, 415, 422, 401, 429, 500, 503]),
      )
      for (const { body, code, headers } of errors) {
        expect(body).toStrictEqual({ message: expect.any(Array) })
        const { message } = body as { message: readonly unknown[] }
        expect(message.length).toBeGreaterThan(0)
        expect(message.every((text) => typeof text === 'string' && text !== '')).toBe(true)
        expect(code).toMatch(/^[a-z_]+$/)
        expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{1,128}$/)
      }
    },
  )

  it('names each of several problems', { meta: { rules: ['D2-02', 'D2-26', '7-01'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId } = await fillCart(partner, [storyCard.harborB2B()])
    const cards = [
      { ...storyCard.harborB2B(), quantity: 1.5, type: 'paper' },
      { ...storyCard.harborB2B(), merchantId: undefined, percentOff: 100 },
    ]
    const refused = await partner.call('addCards', { path: { cartId }, body: { cards } })
    expect([refused.status, refused.code]).toStrictEqual([400, 'validation_error'])
    expect([...refused.messages].toSorted()).toStrictEqual([
      'cards[0].quantity must be integer',
      'cards[0].type must be one of: ecode, physical, newEcodeB2B',
      "cards[1] must have required property 'merchantId'",
      'cards[1].percentOff must be < 100',
    ])
  })
})

describe('x-request-id', () => {
  it('stands on every answer', { meta: { rules: ['D2-04'] } }, async () => {
    const partner = await sandbox.partner()
    const answers = [
      await partner.call('createCart', buy),
      await partner.call('createSession'),
      ...(await Promise.all(
        ['/healthz', '/readyz', '/metrics', '/openapi.json', '/v3', '/'].map((path) =>
          sendRaw(sandbox.url, { method: 'get', path }),
        ),
      )),
      await sandbox.control('getClock'),
    ]
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(ids.every((id) => id !== null && /^[\w.:-]{1,128}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(answers.length)
  })

  it.each(['a', 'Order-7:retry.2_b', 'x'.repeat(128)])(
    'comes back as sent: %s',
    { meta: { rules: ['D2-05'] } },
    async (id) => {
      const partner = await sandbox.partner()
      const headers = { 'x-request-id': id }
      for (const exchange of [
        await partner.call('createCart', { ...buy, headers }),
        await partner.call('createCart', { body: '{', headers }),
        await sendRaw(sandbox.url, { method: 'get', path: '/v3', headers: Object.entries(headers) }),
      ]) {
        expect(exchange.headers.get('x-request-id')).toBe(id)
      }
    },
  )
})

describe('a defect', () => {
  it('is 500 without any detail', { meta: { rules: ['D2-47'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    store.failWith(new TypeError(`the store broke: ${secret}`))
    const failed = await partner.call('checkout', checkoutOf([storyCard.harborB2B()]))
    store.recover()
    expect([failed.status, failed.code, failed.text]).toStrictEqual([
      500,
      'internal_error',
      '{"message":["Internal server error"]}',
    ])
    expect(JSON.stringify([...failed.headers])).not.toMatch(/internal\.test|TypeError|node_modules|\.ts/)
    expect(sandbox.logLines.some((line) => line.includes('"defect"') && line.includes('TypeError'))).toBe(
      true,
    )
  })
})

describe('an unreachable store', () => {
  it('is 503 without any detail', { meta: { rules: ['D2-48'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    store.failWith(new StoreUnavailableError(secret))
    const readiness = () => sendRaw(sandbox.url, { method: 'get', path: '/readyz' })
    // The server shares the result of a probe for one second.
    await expect.poll(async () => (await readiness()).status).toBe(503)
    const answers = [
      await partner.call('createSession'),
      await partner.call('createCart', buy),
      await partner.call('getOrder', { path: { orderId: anId } }),
      await partner.call('checkout', checkoutOf([storyCard.harborB2B()])),
      await readiness(),
    ]
    store.recover()
    for (const { status, text, headers } of answers) {
      expect([status, text]).toStrictEqual([503, '{"message":["Service unavailable"]}'])
      expect(headers.get('retry-after')).toBe('1')
      expect(JSON.stringify([...headers])).not.toContain(secret)
    }
    expect((await partner.call('createSession')).status).toBe(200)
  })
})

describe('an unreachable payment gateway', () => {
  it('is 503 and leaves nothing behind', async () => {
    const partner = await sandbox.partner('standard@example.com')
    const before = await sandbox.control('listInventory')
    const request = { ...checkoutOf([storyCard.harborB2B()]), headers: { 'idempotency-key': 'again' } }
    for (const failed of [await partner.call('checkout', request), await partner.call('checkout', request)]) {
      expect([failed.status, failed.text]).toStrictEqual([503, '{"message":["Service unavailable"]}'])
      expect(failed.headers.get('retry-after')).toBe('1')
      expect(failed.headers.has('idempotent-replayed')).toBe(false)
    }
    const after = await sandbox.control('listInventory')
    expect(after.body).toStrictEqual(before.body)
  })
})

describe('401', () => {
  it('names the scheme to identify with', { meta: { rules: ['D2-64'] } }, async () => {
    const partner = await sandbox.partner()
    const wrongPassword = { body: { customer: { email: 'empty@example.com', password: 'wrong' } } }
    const answers = [
      await partner.call('createCart', { ...buy, headers: { 'user-agent': ' ' } }),
      await partner.call('createCart', { ...buy, headers: { 'x-cc-app': null } }),
      await partner.call('createSession', { headers: { 'x-cc-app': 'nobody' } }),
      await partner.call('login', wrongPassword),
      await partner.call('getDrawdownAccount'),
    ]
    expect(
      answers.map(({ status, code, headers }) => [status, code, headers.get('www-authenticate')]),
    ).toStrictEqual(
      ['missing_user_agent', 'missing_app', 'unknown_app', 'login_failed', 'login_required'].map((code) => [
        401,
        code,
        'Bearer realm="partner-api"',
      ]),
    )
  })
})

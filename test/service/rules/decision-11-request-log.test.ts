import { demoPassword } from '@giftcards/server'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  fillCart,
  type Partner,
  placeOrder,
  sendRaw,
  storyAddress,
  storyCard,
  storyPayments,
  storyTime,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
let partner: Partner
beforeEach(async () => {
  partner = await sandbox.partner('elite@example.com')
})

const newest = async () =>
  (await sandbox.wantControl('listRequests', 200, { query: { limit: 1 } })).requests[0]!

const show = (requestNumber: number) => sandbox.wantControl('getRequest', 200, { path: { requestNumber } })

const showNewest = async () => show((await newest()).number)

const replay = (requestNumber: number, idempotencyKey: 'same' | 'new' = 'same') =>
  sandbox.wantControl('replayRequest', 200, { path: { requestNumber }, body: { idempotencyKey } })

const refusalOf = async (operationId: 'getRequest' | 'replayRequest', requestNumber: string | number) => {
  const body = operationId === 'replayRequest' ? { body: { idempotencyKey: 'same' } } : {}
  const { status, code, messages } = await sandbox.control(operationId, { path: { requestNumber }, ...body })
  return [status, code, messages]
}

const orderCount = async () => (await sandbox.wantControl('listOrders', 200)).orderCount

const valueOf = (fields: readonly { name: string; value: string }[], name: string): string | undefined =>
  fields.find((field) => field.name === name)?.value

const checkout = {
  cards: [storyCard.harborB2B()],
  payment: storyPayments.ACH,
  shippingDetails: storyAddress,
  billingDetails: storyAddress,
}

describe('getRequest', () => {
  it('shows why a token without its scheme was rejected', async () => {
    await partner.call('createCart', { body: { action: 'buy' }, headers: { authorization: partner.token } })
    const { request, response } = await showNewest()
    expect(valueOf(request.headers, 'authorization')).toBe('***')
    expect(valueOf(response.headers, 'www-authenticate')).toContain(
      'The Authorization header must be: Bearer <token>',
    )
  })

  it('shows a request and its response whole', { meta: { rules: ['D11-63'] } }, async () => {
    const headers = { 'idempotency-key': 'order-17' }
    const { buyOrder } = await partner.want('checkout', 201, { body: checkout, headers })
    const entry = await newest()
    const exchange = await show(entry.number)
    expect(exchange).toMatchObject({
      entry,
      path: '/v3/orders',
      query: [{ name: 'checkout', value: 'condensed' }],
      canReplay: true,
    })
    const { request, response } = exchange
    expect(valueOf(request.headers, 'authorization')).toBe('Bearer ***')
    expect(valueOf(request.headers, 'x-cc-app')).toBe('demo-app')
    expect(valueOf(request.headers, 'idempotency-key')).toBe('order-17')
    expect(JSON.parse(request.body!.text)).toStrictEqual(checkout)
    expect(request.body).toMatchObject({
      bytes: JSON.stringify(checkout).length,
      isJson: true,
      isCut: false,
    })
    expect(valueOf(response.headers, 'x-request-id')).toBe(entry.requestId)
    const { paymentDetails, shippingDetails } = buyOrder
    expect(JSON.parse(response.body!.text)).toStrictEqual({
      buyOrder: {
        ...buyOrder,
        paymentDetails: { ...paymentDetails, accountNumber: '***', routingNumber: '***' },
        shippingDetails: { ...shippingDetails, zip: '***' },
      },
    })
  })

  it(
    'shows a request that was refused before its body was read',
    { meta: { rules: ['D11-63'] } },
    async () => {
      await partner.call('checkout', { body: checkout, headers: { 'x-cc-app': 'unknown' } })
      const { entry, request, response } = await showNewest()
      expect(entry).toMatchObject({ status: 401, errorCode: 'unknown_app', app: null })
      expect(JSON.parse(request.body!.text)).toStrictEqual(checkout)
      expect(valueOf(request.headers, 'x-cc-app')).toBe('***')
      expect(response.body?.text).toBe('{"message":["Unauthorized"]}')
    },
  )

  it('shows where a body is not JSON', { meta: { rules: ['D11-63'] } }, async () => {
    const body = '{"customer": {"email": "a@example.com", "password": "pw",}}'
    await sendRaw(sandbox.url, {
      method: 'post',
      path: '/v3/customers/login',
      headers: [
        ['user-agent', 'shop'],
        ['x-cc-app', 'demo-app'],
        ['authorization', `Bearer ${partner.token}`],
        ['content-type', 'application/json'],
      ],
      body,
    })
    expect(await showNewest()).toMatchObject({
      entry: { errorCode: 'invalid_json' },
      request: {
        body: {
          bytes: body.length,
          isJson: false,
          isCut: false,
          text: '{"customer": {"email": "***", "password": "***",}}',
        },
      },
    })
  })

  it('has no request of another number', { meta: { rules: ['D11-63'] } }, async () => {
    const notFound = [404, 'not_found', ['Not found']]
    expect(await refusalOf('getRequest', 3)).toStrictEqual(notFound)
    expect(await refusalOf('getRequest', 'first')).toStrictEqual(notFound)
    expect(await refusalOf('replayRequest', 3)).toStrictEqual(notFound)
    expect((await show(2)).entry.operationId).toBe('login')
    await sandbox.reset()
    expect(await refusalOf('getRequest', 1)).toStrictEqual(notFound)
  })

  it('shows no secret, wherever a client put it', { meta: { rules: ['D11-64'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.northwindEcode()], storyPayments.ACH)
    const path = { cardId: order.cards[0]!.id }
    const { number, pin, barcode } = await partner.want('getSecureData', 200, { path })
    const secrets = [number, pin, barcode.contents, partner.token, demoPassword, '****', 'story-key']
    const { cartId } = await fillCart(partner)
    for (const secret of secrets.slice(0, 5)) {
      const note = { [secret]: secret, deep: [{ [secret]: [secret] }] }
      const address = { ...storyAddress, street2: secret, company: secret }
      const payment = { method: secret, details: note }
      const headers = { 'user-agent': secret, 'x-note': secret, cookie: `session=${secret}` }
      await partner.call('checkout', {
        body: { ...checkout, shippingDetails: address, payment, note },
        headers,
      })
      await partner.call('checkout', { body: `{"note": "${secret}", ${secret}`, query: { note: secret } })
      await partner.call('applyCoupon', { path: { cartId, couponCode: secret } })
      await partner.call('login', { body: { customer: { email: secret, password: secret } } })
      await partner.call('createCart', { body: secret, headers: { 'x-sandbox-key': 'story-key' } })
    }
    const { requests } = await sandbox.wantControl('listRequests', 200, { query: { limit: 500 } })
    expect(requests.length).toBeGreaterThan(28)
    for (const { number: requestNumber } of requests) {
      const { text } = await sandbox.control('getRequest', { path: { requestNumber } })
      expect(
        secrets.filter((secret) => new RegExp(`(?<![\\w.-])${secret.replaceAll('*', '[*]')}`).test(text)),
      ).toStrictEqual([])
    }
    expect(sandbox.logLines.join('')).not.toContain(number)
  })

  it('keeps the newest 500, and the size of a long body', { meta: { rules: ['D11-65'] } }, async () => {
    const cards = Array.from({ length: 400 }, () => storyCard.harborB2B())
    await partner.call('checkout', { body: { ...checkout, cards } })
    const { number } = await newest()
    const long = await show(number)
    const bytes = JSON.stringify({ ...checkout, cards }).length
    expect(long.request.body).toMatchObject({ bytes, isJson: false, isCut: true })
    expect(long.request.body?.text.length).toBeLessThanOrEqual(16_384)
    expect(long.canReplay).toBe(false)
    expect(await refusalOf('replayRequest', number)).toStrictEqual([
      400,
      'validation_error',
      ['The body of this request was not kept completely'],
    ])
    for (let count = 0; count < 498; count += 1) await (await fetch(`${sandbox.url}/v3`)).text()
    expect((await newest()).number).toBe(501)
    expect(await refusalOf('getRequest', 1)).toStrictEqual([404, 'not_found', ['Not found']])
    expect((await show(2)).entry.operationId).toBe('login')
  })
})

describe('replayRequest', () => {
  it('sends a request again, with its secrets', { meta: { rules: ['D11-66'] } }, async () => {
    const { entry, request, response } = await replay(2)
    expect(entry).toMatchObject({ number: 3, operationId: 'login', status: 200, at: storyTime, replayOf: 2 })
    expect(request.body).toStrictEqual((await show(2)).request.body)
    expect(response.body).toMatchObject({ isJson: true })
    expect(await show(3)).toMatchObject({ entry, request, response })
    const { requests } = await sandbox.wantControl('listRequests', 200)
    expect(requests.map(({ number, replayOf }) => [number, replayOf])).toStrictEqual([
      [3, 2],
      [2, null],
      [1, null],
    ])
  })

  it('replays a replay', { meta: { rules: ['D11-66'] } }, async () => {
    const { entry } = await replay(1)
    expect((await replay(entry.number)).entry).toMatchObject({
      operationId: 'createSession',
      replayOf: 3,
      status: 200,
    })
  })

  it('shows the response to a refused request, too', { meta: { rules: ['D11-66'] } }, async () => {
    await partner.call('getWalletCard', { path: { cardId: 999_999 } })
    const { number } = await newest()
    expect((await replay(number)).entry).toMatchObject({ status: 404, errorCode: 'card_not_found' })
    await sendRaw(sandbox.url, { method: 'get', path: '/v3/nowhere?a=b' })
    expect((await replay((await newest()).number)).entry).toMatchObject({
      status: 404,
      errorCode: 'not_found',
    })
  })

  it('sends the token that was sent, even where a newer one replaced it', async () => {
    await partner.call('getDrawdownAccount')
    const { number } = await newest()
    await sandbox.advance(3400)
    const first = partner.token
    await partner.want('getDrawdownAccount', 200)
    expect(partner.token).not.toBe(first)
    expect((await replay(number)).entry.status).toBe(200)
    await sandbox.advance(3600)
    expect((await replay(number)).entry).toMatchObject({ status: 400, errorCode: 'token_expired' })
  })

  it(
    'shows idempotency with the same key, and repeats with a new one',
    { meta: { rules: ['D11-67'] } },
    async () => {
      const headers = { 'idempotency-key': 'order-17' }
      await partner.want('checkout', 201, { body: checkout, headers })
      const { number } = await newest()
      const same = await replay(number, 'same')
      expect(valueOf(same.response.headers, 'idempotent-replayed')).toBe('true')
      expect(same.response.body).toStrictEqual((await show(number)).response.body)
      expect(await orderCount()).toBe(1)
      const again = await replay(number, 'new')
      expect(valueOf(again.request.headers, 'idempotency-key')).toMatch(/^replay-[0-9a-f-]{36}$/)
      expect(valueOf(again.response.headers, 'idempotent-replayed')).toBeUndefined()
      expect(again.entry.status).toBe(201)
      expect(await orderCount()).toBe(2)
    },
  )

  it('takes no client for a replay', async () => {
    const headers = { 'x-sandbox-replay': '6a1e0c52-93f7-4d28-b0c4-5e8f7a2d1b36' }
    await partner.call('getDrawdownAccount', { headers })
    const { entry, request } = await showNewest()
    expect(entry.replayOf).toBeNull()
    expect(valueOf(request.headers, 'x-sandbox-replay')).toBeUndefined()
  })
})

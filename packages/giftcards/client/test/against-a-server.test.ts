import { openapiDocument } from '@giftcards/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { addCents, ApiError, createPartnerClient, SessionError, toCents } from '../src/index.ts'
import { shippingDetails, storeOf } from './scripted-service.ts'

/*
 * The way of a partner from the session to the wallet, over HTTP. It holds on any server of the contract: on a sandbox of the document, or
 * on the server in CONTRACT_URL. Run it on a faulty one: contract prove openapi.yaml --command "vitest run test/against-a-server.test.ts"
 */
const { CONTRACT_URL, CONTRACT_KEY: appId = 'demo-app' } = process.env
const sandbox = CONTRACT_URL === undefined ? await startSandbox() : undefined
afterAll(() => sandbox?.close())

async function startSandbox() {
  const { startSandbox: start } = await import('@contract-kit/sandbox')
  return start({ document: openapiDocument, port: 0, credentials: [appId] })
}

const baseUrl = CONTRACT_URL ?? sandbox?.url ?? ''
const credentials = { email: 'elite@example.com', password: 'correct-horse-battery' }
const client = createPartnerClient({ baseUrl, appId, credentials, retry: { baseDelayMs: 1 } })

const line = { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 2 } as const
const purchase = {
  cards: [line],
  payment: { method: 'ACH', details: { id: 7001 } },
  shippingDetails,
} as const
const unknownId = '00000000-0000-4000-8000-000000000000'

const number = expect.any(Number) as unknown
const flag = expect.any(Boolean) as unknown
const text = expect.stringMatching(/./) as unknown
const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as unknown
const jwt = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as unknown
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) as unknown
const dollars = expect.stringMatching(/^\d+\.\d\d$/) as unknown

describe('createPartnerClient', () => {
  it('opens a session, and keeps the token of the login', async () => {
    const tokenStore = storeOf()
    const other = createPartnerClient({ baseUrl, appId, tokenStore })
    const { data, requestId } = await other.createSession().withResponse()
    expect(data).toMatchObject({ access_token: jwt, sessionId: uuid, expiresInSeconds: number })
    expect(requestId).toEqual(uuid)
    expect(tokenStore.held).toBe(data.access_token)
    const { customer } = await other.login({ customer: credentials })
    expect(customer).toMatchObject({
      id: number,
      email: credentials.email,
      firstname: text,
      lastname: text,
      isElite: true,
    })
    expect(tokenStore.held).toEqual(jwt)
    expect(await other.getDrawdownAccount()).toMatchObject({ isActive: true })
  })

  it('fills a cart, and empties it', async () => {
    const empty = await client.createCart()
    expect(empty).toMatchObject({ cartId: uuid, cards: [], couponData: null })
    const { cartId } = empty
    const { cart } = await client.addCards({ cartId, cards: [line] })
    const added = {
      id: uuid,
      merchant: 101,
      merchantName: text,
      merchantImage: expect.stringMatching(/^https:/) as unknown,
      balance: 50,
      cost: 45.75,
      quantity: 2,
      percentOff: 8.5,
      type: text,
      isLowRisk: flag,
    }
    expect(cart).toMatchObject({ cartId, cards: [added], couponData: null })
    const cardId = cart.cards[0]?.id ?? ''
    const known = { ...added, id: cardId, quantity: number }
    const more = await client.adjustCardQuantity({ cartId, cardId, qty: 1 })
    expect(more).toMatchObject({ cartId, cards: [known] })
    const reduced = await client.applyCoupon({ cartId, couponCode: 'SAVE10' })
    expect(reduced).toMatchObject({ cartId, cards: [known] })
    const full = await client.removeCoupon({ cartId, couponCode: 'SAVE10' })
    expect(full).toMatchObject({ cartId, cards: [known], couponData: null })
    expect(await client.removeCard({ cartId, cardId })).toMatchObject({ cartId, cards: [], couponData: null })
    const gone = { name: 'ApiError', status: 404, code: 'cart_card_not_found', messages: [text] }
    await expect(client.removeCard({ cartId, cardId })).rejects.toMatchObject(gone)
    await expect(client.adjustCardQuantity({ cartId, cardId, qty: 1 })).rejects.toMatchObject(gone)
  })

  it('buys once under one key, and finds the order', async () => {
    const idempotencyKey = 'purchase-4711'
    const { buyOrder: order } = await client.checkout(purchase, { idempotencyKey })
    const { id, orderId, datePurchased, total, cards } = order
    expect(order).toMatchObject({
      id: number,
      orderId: uuid,
      datePurchased: time,
      status: text,
      message: text,
      fulfilled: false,
      total: { order: dollars, faceValue: dollars, due: dollars },
      paymentDetails: { method: text },
      shippingDetails: { name: text, address: text, city: text, state: text, zip: text, country: 'US' },
    })
    const card = {
      id: number,
      merchantName: text,
      merchantImage: text,
      amount: { balance: 50, cost: 45.75 },
      type: text,
      isLowRisk: flag,
      sourceCode: text,
    }
    expect(cards.length).toBeGreaterThan(0)
    for (const each of cards) expect(each).toMatchObject({ ...card, fulfilled: false })

    const again = await client.checkout(purchase, { idempotencyKey }).withResponse()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.data.buyOrder.orderId).toBe(orderId)
    const changed = client.checkout({ ...purchase, couponCode: 'SAVE10' }, { idempotencyKey, retry: false })
    await expect(changed).rejects.toBeInstanceOf(ApiError)

    const { buyOrder: found } = await client.getOrder({ orderId })
    const { order: price, faceValue, due } = total
    expect(found).toMatchObject({ id, orderId, datePurchased, total: { order: price, faceValue, due } })
    expect(found.cards).toMatchObject(cards.map(({ id: cardId }) => ({ ...card, id: cardId })))
    expect((await client.checkout(purchase)).buyOrder.orderId).not.toBe(orderId)
  })

  it('shows the cards that were bought', async () => {
    const { buyOrder } = await client.checkout(purchase)
    const cardId = buyOrder.cards[0]?.id ?? 0
    const card = await client.getWalletCard({ cardId })
    expect(card).toMatchObject({
      id: cardId,
      internalCardId: number,
      merchant: { id: number, name: text, barcode: { format: text, contents: text } },
      order: { id: uuid, orderNum: number, datePurchased: time },
      amount: { balance: 50, cost: 45.75, currentBalance: 50 },
      discounts: { coupon: flag, paymentMethodDiscount: number },
      type: text,
      number: text,
      pin: text,
      status: 'active',
      numberIsMasked: true,
      claims: expect.any(Array) as unknown,
    })
    expect(await client.getSecureData({ cardId })).toMatchObject({
      number: expect.stringMatching(/^\d+$/) as unknown,
      pin: expect.stringMatching(/^\d+$/) as unknown,
      barcode: { format: text, contents: text },
    })
  })

  it('reads an account whose sums are right', async () => {
    const account = await client.getDrawdownAccount()
    expect(account.isActive).toBe(true)
    expect(addCents(toCents(account.availableBalance), toCents(account.pendingBalance))).toBe(
      toCents(account.balance),
    )
    const { transactions } = await client.listDrawdownTransactions()
    for (const each of transactions)
      expect(each).toMatchObject({ id: number, date: time, type: text, description: text })
    const dates = transactions.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    const sum = addCents(...transactions.map(({ amount }) => toCents(amount)))
    expect(sum).toBe(toCents(transactions[0]?.balance ?? NaN))
  })

  it.each([
    ['order_not_found', () => client.getOrder({ orderId: unknownId })],
    ['cart_not_found', () => client.addCards({ cartId: unknownId, cards: [line] })],
    ['cart_not_found', () => client.applyCoupon({ cartId: unknownId, couponCode: 'SAVE10' })],
    ['cart_not_found', () => client.removeCoupon({ cartId: unknownId, couponCode: 'SAVE10' })],
  ] as const)('rejects with the code %s', async (code, call) => {
    const rejection = {
      name: 'ApiError',
      code,
      status: 404,
      messages: [text],
      requestId: uuid,
      retryable: false,
    }
    await expect(call()).rejects.toMatchObject(rejection)
  })

  it.each([
    ['login', () => client.login({ customer: { email: 'nobody', password: '' } })],
    ['createCart', () => client.createCart({ action: 'sell' as 'buy' })],
    ['addCards', () => client.addCards({ cartId: unknownId, cards: [] })],
  ])('says what is wrong with the input of %s', async (operationId, call) => {
    await expect(call()).rejects.toMatchObject({
      name: 'ApiError',
      operationId,
      status: 400,
      messages: expect.arrayContaining([text]) as unknown,
      retryable: false,
    })
  })

  it('opens no session for an unknown application', async () => {
    const stranger = createPartnerClient({ baseUrl, appId: 'unknown-app', credentials })
    const rejection = { name: 'ApiError', status: 401, messages: [text] }
    await expect(stranger.createSession()).rejects.toMatchObject(rejection)
    const error: unknown = await stranger.getDrawdownAccount().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({ cause: rejection })
  })
})

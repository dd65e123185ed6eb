import { openapiDocument } from '@giftcards/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { addCents, ApiError, createPartnerClient, SessionError, toCents } from '../src/index.ts'
import { shippingDetails, storeOf } from './scripted-service.ts'

/*
 * A purchase from the session to the wallet, over HTTP. It runs against any server of the contract: a sandbox of the document, or
 * the server in CONTRACT_URL. To see which faults of a server it detects:
 *
 * contract prove ../../../openapi/openapi.yaml --command "vitest run test/against-a-server.test.ts"
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
const otherLine = { merchantId: 102, faceValue: 5, percentOff: 0.5, type: 'ecode', quantity: 3 } as const
const purchase = {
  cards: [line],
  payment: { method: 'ACH', details: { id: 7001 } },
  shippingDetails,
} as const
const unknownId = '00000000-0000-4000-8000-000000000000'

const number = expect.any(Number) as unknown
const flag = expect.any(Boolean) as unknown
const text = expect.stringMatching(/./) as unknown
const link = expect.stringMatching(/^https:/) as unknown
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
    const { cart } = await client.addCards({ cartId, cards: [line, otherLine] })
    const display = { merchantName: text, merchantImage: link, type: text, isLowRisk: flag }
    const added = { ...display, id: uuid, merchant: 101, percentOff: 8.5, balance: 50, cost: 45.75 }
    const other = { ...display, id: uuid, merchant: 102, percentOff: 0.5, quantity: 3 }
    expect(cart).toMatchObject({ cartId, cards: [{ ...added, quantity: 2 }, other], couponData: null })
    const [cardId = '', otherId = ''] = cart.cards.map(({ id }) => id)
    const known = { ...added, id: cardId, quantity: number }
    const kept = { ...other, id: otherId }
    const more = await client.adjustCardQuantity({ cartId, cardId, qty: 1 })
    expect(more).toMatchObject({ cartId, cards: [known, kept] })
    const reduced = await client.applyCoupon({ cartId, couponCode: 'SAVE10' })
    expect(reduced).toMatchObject({ cartId, cards: [known, kept] })
    const full = await client.removeCoupon({ cartId, couponCode: 'SAVE10' })
    expect(full).toMatchObject({ cartId, cards: [known, kept], couponData: null })
    const smaller = await client.removeCard({ cartId, cardId })
    expect(smaller).toMatchObject({ cartId, cards: [kept], couponData: null })
    const gone = { name: 'ApiError', status: 404, code: 'cart_card_not_found', messages: [text] }
    await expect(client.removeCard({ cartId, cardId })).rejects.toMatchObject(gone)
    await expect(client.adjustCardQuantity({ cartId, cardId, qty: 1 })).rejects.toMatchObject(gone)
    const emptied = await client.removeCard({ cartId, cardId: otherId })
    expect(emptied).toMatchObject({ cartId, cards: [], couponData: null })
  })

  it('buys once under one key, and finds the order', async () => {
    const idempotencyKey = 'purchase-4711'
    const { buyOrder: order } = await client.checkout(purchase, { idempotencyKey })
    const { id, orderId, datePurchased, total, cards } = order
    const card = {
      id: number,
      fulfilled: flag,
      merchantName: text,
      merchantImage: link,
      amount: { balance: 50, cost: 45.75 },
      type: text,
      isLowRisk: flag,
      sourceCode: text,
    }
    const anyOrder = {
      id: number,
      orderId: uuid,
      datePurchased: time,
      status: text,
      message: text,
      fulfilled: flag,
      total: { order: dollars, faceValue: dollars, due: dollars },
      coupon: expect.any(Object) as unknown,
      paymentDetails: { method: text },
      shippingDetails: { name: text, address: text, city: text, state: text, zip: text, country: 'US' },
      cards: cards.map(() => card),
    }
    expect(order).toMatchObject({ ...anyOrder, fulfilled: false })
    expect(cards).not.toEqual([])

    const again = await client.checkout(purchase, { idempotencyKey }).withResponse()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.data.buyOrder.orderId).toBe(orderId)
    const changed = client.checkout({ ...purchase, couponCode: 'SAVE10' }, { idempotencyKey, retry: false })
    await expect(changed).rejects.toBeInstanceOf(ApiError)
    expect((await client.checkout(purchase)).buyOrder.orderId).not.toBe(orderId)

    const { buyOrder: found } = await client.getOrder({ orderId })
    const { order: price, faceValue, due } = total
    const same = { id, orderId, datePurchased, total: { order: price, faceValue, due } }
    expect(found).toMatchObject({ ...anyOrder, ...same })
    expect(found.cards.map(({ id: cardId }) => cardId)).toEqual(cards.map(({ id: cardId }) => cardId))
  })

  it('shows the cards that were bought', async () => {
    const { buyOrder } = await client.checkout(purchase)
    const cardId = buyOrder.cards[0]?.id ?? 0
    const card = await client.getWalletCard({ cardId })
    expect(card).toMatchObject({
      id: cardId,
      internalCardId: number,
      merchant: { id: number, name: text, image: link, barcode: { format: text, contents: text } },
      order: { id: uuid, orderNum: number, datePurchased: time },
      amount: { balance: 50, cost: 45.75, currentBalance: 50 },
      discounts: { coupon: flag, paymentMethodDiscount: number },
      type: text,
      number: text,
      pin: text,
      prefix: text,
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
      expect(each).toMatchObject({
        id: number,
        date: time,
        type: text,
        amount: number,
        balance: number,
        description: text,
      })
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
  ])('names the problems in the input of %s', async (operationId, call) => {
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

import { type OperationId, openapiDocument, operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bearer,
  checkoutOf,
  everyCall,
  fillCart,
  placeOrder,
  type Sandbox,
  shapeOf,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

describe('a purchase', () => {
  it('begins with a cart before the login', { meta: { rules: ['1-01'] } }, async () => {
    const partner = await sandbox.partner()
    const anonymous = await fillCart(partner)
    await partner.login('elite@example.com')
    const own = await partner.want('createCart', 200, { body: { action: 'buy' } })
    expect(own).toStrictEqual(anonymous)
    expect(own.cards.map(({ quantity }) => quantity)).toEqual([2, 1])
  })

  it('leads to a card in the wallet of its buyer', { meta: { rules: ['1-05'] } }, async () => {
    const buyer = await sandbox.partner('standard@example.com')
    const order = await placeOrder(buyer, [storyCard.harborEcode()])
    const path = { cardId: order.cards[0]!.id }
    const card = await buyer.want('getWalletCard', 200, { path })
    expect(card).toMatchObject({ id: path.cardId, order: { id: order.orderId }, amount: { balance: 5 } })
    const other = await sandbox.partner('elite@example.com')
    expect(await other.call('getWalletCard', { path })).toMatchObject({ status: 404 })
  })
})

describe('the choice of a card', () => {
  it.each([
    ['merchant', { merchantId: 102 }],
    ['face value', { faceValue: 49 }],
    ['discount percentage', { percentOff: 8 }],
    ['type', { type: 'physical' as const }],
  ])('depends on the %s', { meta: { rules: ['1-02'] } }, async (_, other) => {
    const partner = await sandbox.partner('elite@example.com')
    const { cartId, cards } = await fillCart(partner, [storyCard.northwindEcode()])
    expect(cards).toMatchObject([{ merchant: 101, balance: 50, percentOff: 8.5, type: 'ecode' }])
    const body = { cards: [{ ...storyCard.northwindEcode(), ...other }] }
    expect(await partner.call('addCards', { path: { cartId }, body })).toMatchObject({
      status: 400,
      messages: ['Error, insufficient inventory'],
    })
    const sale = await partner.call('checkout', checkoutOf(body.cards))
    expect(sale).toMatchObject({ status: 400, code: 'cards_unavailable' })
  })

  it('is made by the same fields everywhere', { meta: { rules: ['1-02'] } }, () => {
    const chosen = { merchantId: 'integer', faceValue: 'number', percentOff: 'number', type: 'string' }
    expect(shapeOf('AddCardsLine')).toMatchObject(chosen)
    expect(shapeOf('CheckoutLine')).toMatchObject(chosen)
  })
})

describe('the payment of an order', () => {
  it.each([
    ['bank transfer', storyPayments.ACH, 'ACH Bank Transfer'],
    ['credit card', storyPayments.CREDITCARD, 'Credit Card'],
    ['store credit', storyPayments.STORE_CREDIT, 'Store Credit'],
    ['drawdown account', storyPayments.DRAWDOWN_ACCOUNT, 'Drawdown Account'],
  ])('can be made by %s', { meta: { rules: ['1-03'] } }, async (_, payment, method) => {
    const partner = await sandbox.partner('elite@example.com')
    const order = await placeOrder(partner, [storyCard.harborEcode()], payment)
    expect(order.paymentDetails.method).toBe(method)
  })
})

describe('a reservation', () => {
  it('keeps cards from all other buyers', { meta: { rules: ['1-04'] } }, async () => {
    const first = await sandbox.partner('standard@example.com')
    const cart = await fillCart(first, [storyCard.pixelEcode(3)])
    const second = await sandbox.partner('elite@example.com')
    const { cartId } = await second.want('createCart', 201, { body: { action: 'buy' } })
    const body = { cards: [storyCard.pixelEcode()] }
    const added = await second.call('addCards', { path: { cartId }, body })
    expect(added).toMatchObject({ status: 400, messages: ['Error, insufficient inventory'] })
    const bought = await second.call('checkout', checkoutOf([storyCard.pixelEcode()]))
    expect(bought).toMatchObject({ status: 400, code: 'cards_unavailable' })
    const path = { cartId: cart.cartId, cardId: cart.cards[0]!.id }
    await first.want('removeCard', 200, { path })
    await placeOrder(second, body.cards)
  })
})

describe('card number and PIN', () => {
  it('are in clear in secure data alone', { meta: { rules: ['1-06'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const answers = [await partner.call('checkout', checkoutOf([storyCard.northwindEcode()]))]
    const { buyOrder } = answers[0]!.body as { buyOrder: { orderId: string; cards: { id: number }[] } }
    const path = { cardId: buyOrder.cards[0]!.id }
    answers.push(
      await partner.call('getOrder', { path: { orderId: buyOrder.orderId } }),
      await partner.call('getWalletCard', { path }),
    )
    const { number, pin } = await partner.want('getSecureData', 200, { path })
    expect(number).toMatch(/^\d{16}$/)
    expect(pin).toMatch(/^\d{4}$/)
    for (const { text } of answers) {
      expect(text).not.toContain(number)
      expect(text).not.toContain(`"${pin}"`)
    }
  })
})

describe('a drawdown account', () => {
  it('pays from the balance it was funded with', { meta: { rules: ['1-07'] } }, async () => {
    const partner = await sandbox.partner('elite-poor@example.com')
    const sale = checkoutOf([storyCard.northwindPhysical()], storyPayments.DRAWDOWN_ACCOUNT)
    expect(await partner.call('checkout', sale)).toMatchObject({ status: 400, code: 'drawdown_insufficient' })
    const path = { email: 'elite-poor@example.com' }
    await sandbox.wantControl('depositToDrawdown', 201, { path, body: { amount: 80.67 } })
    await partner.want('checkout', 201, sale)
    const account = await partner.want('getDrawdownAccount', 200)
    expect(account).toMatchObject({ balance: 90.67, availableBalance: 0, pendingBalance: 90.67 })
  })

  it('is there for Elite partners alone', { meta: { rules: ['1-07'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const sale = checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    expect(await partner.call('getDrawdownAccount')).toMatchObject({ status: 403 })
    expect(await partner.call('listDrawdownTransactions')).toMatchObject({ status: 403 })
    expect(await partner.call('checkout', sale)).toMatchObject({
      status: 400,
      messages: ['Customer is not authorized to checkout with a drawdown account'],
    })
  })
})

describe('the identification of a request', () => {
  it.each(everyCall)('of %s names an application', { meta: { rules: ['1-08'] } }, async (id, call) => {
    const partner = await sandbox.partner()
    const unknown = await partner.call(id, { ...call, headers: { 'x-cc-app': 'nobody' } })
    expect(unknown).toMatchObject({ status: 401, code: 'unknown_app' })
    expect(schemesOf(id)).toContain('partnerApp')
  })

  it('is declared as a request header', { meta: { rules: ['1-08'] } }, () => {
    const { partnerApp } = openapiDocument.components?.['securitySchemes'] ?? {}
    expect(partnerApp).toMatchObject({ type: 'apiKey', in: 'header', name: 'x-cc-app' })
  })

  it.each(everyCall.filter(([id]) => id !== 'createSession'))(
    'of %s takes a JWT',
    { meta: { rules: ['1-09'] } },
    async (id, call) => {
      const partner = await sandbox.partner()
      const answer = await partner.call(id, { ...call, headers: bearer(`${partner.token}x`) })
      expect(answer).toMatchObject({ status: 400, code: 'token_invalid' })
      expect(schemesOf(id)).toContain('sessionToken')
    },
  )

  it('of session creation takes no JWT', { meta: { rules: ['1-09'] } }, async () => {
    const partner = await sandbox.partner()
    const anonymous = await partner.call('createSession', { headers: { authorization: null } })
    expect(anonymous.status).toBe(200)
    expect(schemesOf('createSession')).toEqual(['partnerApp'])
    const { sessionToken } = openapiDocument.components?.['securitySchemes'] ?? {}
    expect(sessionToken).toMatchObject({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
  })
})

/** The security schemes that an operation requires, all at once. */
function schemesOf(operationId: OperationId): string[] {
  const { method, path } = operationTable[operationId]
  const operation = openapiDocument.paths[path]?.[method] as { security?: object[] } | undefined
  const choices = operation?.security ?? (openapiDocument['security'] as object[])
  return choices.length === 1 ? Object.keys(choices[0] ?? {}) : []
}

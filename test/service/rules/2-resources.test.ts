import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openapiDocument } from '@giftcards/contract'
import {
  everyCall,
  fillCart,
  placeOrder,
  type Sandbox,
  shapeOf,
  startSandbox,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

describe('a body', () => {
  it('is declared as JSON throughout', { meta: { rules: ['2-01'] } }, () => {
    const mediaTypes = contentsOf(openapiDocument)
    expect(mediaTypes.length).toBeGreaterThan(everyCall.length)
    expect([...new Set(mediaTypes)]).toEqual(['application/json'])
  })

  it.each(everyCall)('is answered as JSON by %s', { meta: { rules: ['2-01'] } }, async (id, call) => {
    const partner = await sandbox.partner('elite@example.com')
    const { headers, text } = await partner.call(id, call)
    expect(headers.get('content-type')).toMatch(/^application\/json\b/)
    expect(() => JSON.parse(text)).not.toThrow()
  })

  it('is refused in any other form', { meta: { rules: ['2-01'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const form = { body: 'action=buy', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect(await partner.call('createCart', form)).toMatchObject({ status: 415 })
    expect(await partner.call('createCart', { body: 'action=buy' })).toMatchObject({ code: 'invalid_json' })
  })
})

describe('an amount of money', () => {
  it('is a number in a cart', { meta: { rules: ['2-02'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const { cartId } = await fillCart(partner, storyCards)
    const cart = await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } })
    expect(cart.cards.map(({ balance, cost }) => [balance, cost])).toStrictEqual([
      [50, 45.75],
      [100, 93],
    ])
    expect(cart.couponData).toMatchObject({ totalAmount: 10, discount: 18.46 })
    expect(cart.couponData?.cards.map((card) => [card.perCardDiscount, card.discount])).toStrictEqual([
      [4.58, 9.16],
      [9.3, 9.3],
    ])
    expect(shapeOf('CartCard')).toMatchObject({ balance: 'number', cost: 'number' })
  })

  it('is a number on a wallet card', { meta: { rules: ['2-02'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const order = await placeOrder(partner, [storyCard.northwindEcode()])
    const card = await partner.want('getWalletCard', 200, { path: { cardId: order.cards[0]!.id } })
    expect(card.amount).toStrictEqual({ balance: 50, cost: 45.75, currentBalance: 50 })
    expect(card.discounts.paymentMethodDiscount).toBe(0.92)
    expect(shapeOf('WalletAmount')).toStrictEqual({
      balance: 'number',
      cost: 'number',
      currentBalance: 'number',
    })
  })

  it('is a number in the drawdown account', { meta: { rules: ['2-02'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    await placeOrder(partner, [storyCard.northwindEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    expect(await partner.want('getDrawdownAccount', 200)).toMatchObject({
      balance: 1455.39,
      availableBalance: 1155.39,
      pendingBalance: 300,
    })
    const { transactions } = await partner.want('listDrawdownTransactions', 200)
    expect(transactions[0]).toMatchObject({ amount: -44.61, balance: 1455.39 })
    expect(shapeOf('DrawdownTransaction')).toMatchObject({ amount: 'number', balance: 'number' })
  })

  it('is a string in an order total', { meta: { rules: ['2-03'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const order = await placeOrder(partner, storyCards)
    expect(order.total).toStrictEqual({ order: '184.50', faceValue: '200.00', due: '180.81' })
    expect(shapeOf('OrderTotal')).toStrictEqual({ order: 'string', faceValue: 'string', due: 'string' })
  })
})

/** The media types of every `content` of the document. */
function contentsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'content' ? Object.keys(value as object) : contentsOf(value),
  )
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  fillCart,
  type Partner,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
let partner: Partner
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  partner = await sandbox.partner('elite@example.com')
})

const { ACH, CREDITCARD, DRAWDOWN_ACCOUNT } = storyPayments
const cents = (dollars: string | number): number => Math.round(Number(dollars) * 100)

describe('an amount of money', () => {
  it('is whole cents to a millionth', { meta: { rules: ['D7-01'] } }, async () => {
    const { cartId } = await partner.want('createCart', 201, { body: { action: 'buy' } })
    const add = (faceValue: number) =>
      partner.call('addCards', {
        path: { cartId },
        body: { cards: [{ ...storyCard.northwindEcode(), faceValue }] },
      })
    expect(await add(50.000_1)).toMatchObject({
      status: 400,
      messages: ['cards[0].faceValue must have at most 2 decimals'],
    })
    expect((await add(50.000_000_000_01)).status).toBe(201)
  })

  it('of one card is rounded half up', { meta: { rules: ['D7-02'] } }, async () => {
    // 33.425, 4.975 and 24.175 in full.
    const { cards } = await fillCart(partner, [
      storyCard.pixelEcode(),
      storyCard.harborEcode(),
      storyCard.harborB2B(),
    ])
    expect(cards.map(({ cost }) => cost)).toStrictEqual([33.43, 4.98, 24.18])
  })

  it('of a line is that of one card times the cards', { meta: { rules: ['D7-03'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.harborEcode(3)], CREDITCARD)
    expect(order.total.order).toBe('14.94')
    const { cartId } = await fillCart(partner, [storyCard.harborEcode(3)])
    const cart = await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'FIVEOFF' } })
    // Three cards are worth more than the coupon, one is not.
    expect(cart).not.toHaveProperty('warningMessage')
  })
})

describe('the total of an order', () => {
  it('is its lines less the coupon', { meta: { rules: ['D7-04'] } }, async () => {
    const order = await placeOrder(partner, storyCards, CREDITCARD, { couponCode: 'SAVE10' })
    expect(order.total).toStrictEqual({ order: '166.04', faceValue: '200.00', due: '166.04' })
  })

  it('loses a discount that was rounded before', { meta: { rules: ['D7-05', 'D7-06'] } }, async () => {
    // 2 % of 45.75 is 0.915.
    const order = await placeOrder(partner, [storyCard.northwindEcode()], ACH)
    expect(order.total).toStrictEqual({ order: '45.75', faceValue: '50.00', due: '44.83' })
  })

  it('adds up the face values', { meta: { rules: ['D7-07'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.northwindEcode(3), storyCard.harborEcode(2)], ACH)
    expect(order.total.faceValue).toBe('160.00')
  })

  it('is shared out to the cent', { meta: { rules: ['D7-08'] } }, async () => {
    const cards = [storyCard.harborEcode(7), storyCard.pixelEcode(2), storyCard.northwindEcode()]
    const order = await placeOrder(partner, cards, DRAWDOWN_ACCOUNT, { couponCode: 'FIVEOFF' })
    let shares = 0
    for (const { id: cardId } of order.cards) {
      const card = await partner.want('getWalletCard', 200, { path: { cardId } })
      shares += cents(card.discounts.paymentMethodDiscount)
    }
    expect(shares).toBe(cents(order.total.order) - cents(order.total.due))
    expect(shares).toBeGreaterThan(0)
  })

  it('is as published for the reference basket', { meta: { rules: ['D7-09'] } }, async () => {
    const dues: string[] = []
    for (const payment of [ACH, CREDITCARD, DRAWDOWN_ACCOUNT]) {
      await sandbox.reset()
      partner = await sandbox.partner('elite@example.com')
      const { total } = await placeOrder(partner, storyCards, payment)
      expect([total.order, total.faceValue]).toStrictEqual(['184.50', '200.00'])
      dues.push(total.due)
    }
    expect(dues).toStrictEqual(['180.81', '184.50', '179.89'])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bookOf,
  cartCheckoutOf,
  checkoutOf,
  fillCart,
  type Partner,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
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

const buy = { body: { action: 'buy' } }
const applyCoupon = (cartId: string, couponCode: string) =>
  partner.want('applyCoupon', 200, { path: { cartId, couponCode } })

describe('the cart shape of checkout', () => {
  it('takes the cart with its coupon and ends it', { meta: { rules: ['D6-03'] } }, async () => {
    const { cartId } = await fillCart(partner, [storyCard.northwindEcode(2)])
    const { couponData } = await applyCoupon(cartId, 'SAVE10')
    const { buyOrder } = await partner.want('checkout', 201, cartCheckoutOf(cartId))
    expect(buyOrder.cards.map(({ merchantName, type }) => [merchantName, type])).toStrictEqual([
      ['Northwind Outfitters', 'ecode'],
      ['Northwind Outfitters', 'ecode'],
    ])
    expect(buyOrder.coupon).toMatchObject({ coupon: 'SAVE10', discount: couponData?.discount })
    expect(buyOrder.total).toStrictEqual({ order: '82.34', faceValue: '100.00', due: '80.28' })
    const next = await partner.want('createCart', 201, buy)
    expect([next.cartId === cartId, next.cards]).toStrictEqual([false, []])
  })
})

describe('the card shape of checkout', () => {
  it('draws on its own cart first', { meta: { rules: ['D6-05'] } }, async () => {
    const { cartId } = await fillCart(partner, [storyCard.pixelEcode(2)])
    const order = await placeOrder(partner, [storyCard.pixelEcode(3)])
    expect(order.cards).toHaveLength(3)
    const left = await partner.want('createCart', 200, buy)
    expect([left.cartId, left.cards]).toStrictEqual([cartId, []])
    const { stock } = await bookOf(sandbox)
    expect(stock['103 ecode 35']).toStrictEqual({ onHand: 0, reserved: 0, available: 0 })
  })

  it('puts back what it drew when it fails', { meta: { rules: ['D6-41'] } }, async () => {
    const cart = await fillCart(partner, [storyCard.pixelEcode(2)])
    const before = await bookOf(sandbox)
    const payment = { method: 'ACH', details: { id: 7002 } } as const
    const failed = await partner.call('checkout', checkoutOf([storyCard.pixelEcode(3)], payment))
    expect(failed).toMatchObject({ status: 400, code: 'payment_declined' })
    expect(await partner.want('createCart', 200, buy)).toStrictEqual(cart)
    expect(await bookOf(sandbox)).toStrictEqual(before)
  })

  it('ignores details that a method has none of', { meta: { rules: ['D6-07'] } }, async () => {
    for (const method of ['STORE_CREDIT', 'DRAWDOWN_ACCOUNT'] as const) {
      const payment = { method, details: { id: 4242, creditCardId: 4242 } }
      const order = await placeOrder(partner, [storyCard.harborEcode()], payment)
      expect(order.paymentDetails).not.toHaveProperty('accountNumber')
    }
  })
})

/** A bank account with a card behind it. */
const both = (id: number, creditCardId: number) =>
  ({ method: 'ACH_CREDITCARD', details: { id, creditCardDetails: { creditCardId } } }) as const

describe('the payment of an order', () => {
  it('asks the bank before the card', { meta: { rules: ['D6-10'] } }, async () => {
    const cards = [storyCard.harborEcode()]
    const byBank = await placeOrder(partner, cards, both(7001, 8001))
    expect(byBank.paymentDetails).toMatchObject({ method: 'ACH Bank Transfer', accountNumber: '****7001' })
    const byCard = await placeOrder(partner, cards, both(7002, 8001))
    expect(byCard.paymentDetails).toStrictEqual({ method: 'Credit Card' })
    const declined = await partner.call('checkout', checkoutOf(cards, both(7002, 8002)))
    expect(declined).toMatchObject({ status: 400, code: 'payment_declined' })
  })

  it('keeps its 2 % when the card pays', { meta: { rules: ['D6-11'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.northwindPhysical(2)], both(7002, 8001))
    expect(order.paymentDetails.method).toBe('Credit Card')
    expect(order.total).toStrictEqual({ order: '186.00', faceValue: '200.00', due: '182.28' })
  })

  it('by store credit is whole or not at all', { meta: { rules: ['D6-12'] } }, async () => {
    const before = await bookOf(sandbox)
    expect(before.storeCredit['elite@example.com']).toBe(50)
    const above = checkoutOf([storyCard.northwindEcode(2)], storyPayments.STORE_CREDIT)
    expect(await partner.call('checkout', above)).toMatchObject({ status: 400, code: 'payment_declined' })
    expect(await bookOf(sandbox)).toStrictEqual(before)
    await placeOrder(partner, [storyCard.northwindEcode()], storyPayments.STORE_CREDIT)
    expect((await bookOf(sandbox)).storeCredit['elite@example.com']).toBe(4.25)
  })
})

describe('a repeated Idempotency-Key', () => {
  it('with another body is refused', { meta: { rules: ['D6-16'] } }, async () => {
    const headers = { 'idempotency-key': 'story-1' }
    await partner.want('checkout', 201, { ...checkoutOf([storyCard.harborEcode()]), headers })
    const other = await partner.call('checkout', { ...checkoutOf([storyCard.harborEcode(2)]), headers })
    expect([other.status, other.code, other.messages]).toStrictEqual([
      422,
      'idempotency_mismatch',
      ['Idempotency-Key was used with a different request'],
    ])
  })
})

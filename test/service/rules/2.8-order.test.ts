import { describe, expect, it } from 'vitest'
import {
  placeOrder,
  shapeOf,
  storyCard,
  storyCards,
  storyPayments,
  storyTime,
  typesIn,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const iso8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

describe('Order', () => {
  it('has exactly its stated fields', { meta: { rules: ['2.8-01'] } }, async () => {
    expect(shapeOf('Order')).toStrictEqual({
      id: 'integer',
      orderId: 'string',
      datePurchased: 'string',
      status: 'string',
      message: 'string',
      fulfilled: 'boolean',
      total: 'object',
      coupon: 'object',
      paymentDetails: 'object',
      shippingDetails: 'object',
      cards: 'array',
    })
    const order = await placeOrder(await sandbox.partner('elite@example.com'), storyCards)
    expect(typesIn(order)).toStrictEqual({ ...shapeOf('Order'), id: 'number' })
  })

  it('is fetched by its orderId, not id', { meta: { rules: ['2.8-03'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const first = await placeOrder(partner, storyCards)
    const second = await placeOrder(partner, [storyCard.harborEcode()])
    expect(second.orderId).not.toBe(first.orderId)
    expect(second.id).not.toBe(first.id)
    const { buyOrder } = await partner.want('getOrder', 200, { path: { orderId: first.orderId } })
    expect(buyOrder).toMatchObject({ id: first.id, orderId: first.orderId, total: first.total })
    const byNumber = await partner.call('getOrder', { path: { orderId: first.id } })
    expect(byNumber).toMatchObject({ status: 404, code: 'order_not_found' })
  })

  it('is dated in ISO 8601', { meta: { rules: ['2.8-04'] } }, async () => {
    const order = await placeOrder(await sandbox.partner('elite@example.com'), storyCards)
    expect(order.datePurchased).toMatch(iso8601)
    expect(Date.parse(order.datePurchased)).toBe(Date.parse(storyTime))
  })

  it('carries its coupon or an empty object', { meta: { rules: ['2.8-06', '4.6-10'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const plain = await placeOrder(partner, storyCards)
    expect(plain.coupon).toStrictEqual({})
    const reduced = await placeOrder(partner, storyCards, storyPayments.ACH, { couponCode: 'SAVE10' })
    expect(reduced.coupon).toMatchObject({ coupon: 'SAVE10', type: 'P', totalAmount: 10, discount: 18.46 })
    expect(reduced.total).toMatchObject({ order: '166.04', due: '162.72' })
    const fetched = await partner.want('getOrder', 200, { path: { orderId: reduced.orderId } })
    expect(fetched.buyOrder.coupon).toStrictEqual(reduced.coupon)
  })

  it('tells what is fulfilled, card by card', { meta: { rules: ['2.8-12'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const placed = await placeOrder(partner, storyCards)
    const path = { orderId: placed.orderId }
    const flagsOf = (order: typeof placed) => [
      order.fulfilled,
      ...order.cards.map(({ fulfilled }) => fulfilled),
    ]
    expect(flagsOf(placed)).toEqual([false, false, false, false])
    const { buyOrder: digital } = await partner.want('getOrder', 200, { path })
    expect(flagsOf(digital)).toEqual([false, true, true, false])
    await sandbox.advance(86_400)
    const renewed = await sandbox.partner('elite@example.com')
    const { buyOrder: whole } = await renewed.want('getOrder', 200, { path })
    expect(flagsOf(whole)).toEqual([true, true, true, true])
  })
})

describe('OrderCard', () => {
  it('has exactly its stated fields', { meta: { rules: ['2.8-10', '2.8-11'] } }, async () => {
    expect(shapeOf('OrderCard')).toStrictEqual({
      id: 'integer',
      fulfilled: 'boolean',
      merchantName: 'string',
      merchantImage: 'string',
      amount: 'object',
      type: 'string',
      isLowRisk: 'boolean',
      sourceCode: 'string',
    })
    expect(shapeOf('OrderCardAmount')).toStrictEqual({ balance: 'number', cost: 'number' })
    const { cards } = await placeOrder(await sandbox.partner('elite@example.com'), storyCards)
    expect(cards.map(typesIn)).toStrictEqual(
      Array.from({ length: 3 }, () => ({ ...shapeOf('OrderCard'), id: 'number' })),
    )
    expect(cards.map(({ amount }) => amount)).toStrictEqual([
      { balance: 50, cost: 45.75 },
      { balance: 50, cost: 45.75 },
      { balance: 100, cost: 93 },
    ])
    expect(cards.map(({ merchantImage }) => new URL(merchantImage).protocol)).toEqual([
      'https:',
      'https:',
      'https:',
    ])
  })
})

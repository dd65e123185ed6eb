import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operationTable } from '@giftcards/contract'
import {
  bookOf,
  checkoutOf,
  type Exchange,
  type Partner,
  placeOrder,
  type Sandbox,
  sendChecked,
  startSandbox,
  storyAddress,
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
  partner = await sandbox.partner('standard@example.com')
})

/** A valid checkout with any query. */
function checkoutWithQuery(query: string): Promise<Exchange> {
  return sendChecked('checkout', sandbox.url, {
    method: 'POST',
    path: operationTable.checkout.path + query,
    headers: {
      'user-agent': 'contract-tests',
      'x-cc-app': 'demo-app',
      authorization: `Bearer ${partner.token}`,
    },
    body: checkoutOf(storyCards).body,
  })
}

/**
 * The response to a checkout without one member of its body, and whether it left stock and money unchanged.
 */
async function tryWithout(name: string) {
  const before = await bookOf(sandbox)
  const checkout = checkoutOf(storyCards, storyPayments.ACH, { [name]: undefined })
  const { status, messages } = await partner.call('checkout', checkout)
  return { status, messages, before, after: await bookOf(sandbox) }
}

describe('checkout', () => {
  it('needs no cart of the client', { meta: { rules: ['4.6-01'] } }, async () => {
    const placed = await partner.call('checkout', checkoutOf(storyCards))
    expect(placed.status).toBe(201)
    const cart = await partner.call('createCart', { body: { action: 'buy' } })
    expect([cart.status, cart.body]).toMatchObject([201, { cards: [] }])
  })

  it('takes stock and money in one request', { meta: { rules: ['4.6-02'] } }, async () => {
    const before = await bookOf(sandbox)
    await placeOrder(partner, [storyCard.northwindPhysical()], storyPayments.STORE_CREDIT)
    const after = await bookOf(sandbox)
    expect(before.stock['101 physical 100']).toStrictEqual({ onHand: 5, reserved: 0, available: 5 })
    expect(after.stock['101 physical 100']).toStrictEqual({ onHand: 4, reserved: 0, available: 4 })
    expect(before.storeCredit['standard@example.com']).toBe(100)
    expect(after.storeCredit['standard@example.com']).toBe(7)
    // A bank that refuses is heard of in the same request.
    const payment = { method: 'ACH', details: { id: 7002 } } as const
    const declined = await partner.call('checkout', checkoutOf([storyCard.northwindPhysical()], payment))
    expect([declined.status, declined.code]).toStrictEqual([400, 'payment_declined'])
    expect(await bookOf(sandbox)).toStrictEqual(after)
  })

  it('is refused without the checkout query', { meta: { rules: ['4.6-03'] } }, async () => {
    const before = await bookOf(sandbox)
    for (const query of ['', '?', '?kind=condensed', '?Checkout=condensed']) {
      const refused = await checkoutWithQuery(query)
      expect([refused.status, refused.messages]).toStrictEqual([
        400,
        ["Request query must have required property 'checkout'"],
      ])
    }
    expect(await bookOf(sandbox)).toStrictEqual(before)
  })

  it('is refused with another value of it', { meta: { rules: ['4.6-04'] } }, async () => {
    const before = await bookOf(sandbox)
    for (const value of [
      'full',
      'Condensed',
      'condensed%20',
      '',
      'condensed,full',
      'condensed&checkout=full',
    ]) {
      const refused = await checkoutWithQuery(`?checkout=${value}`)
      expect([value, refused.status, refused.code]).toStrictEqual([value, 400, 'validation_error'])
      expect(refused.messages[0]).toMatch(/^checkout must /)
    }
    expect(await bookOf(sandbox)).toStrictEqual(before)
    expect((await checkoutWithQuery('?checkout=condensed')).status).toBe(201)
  })

  it('is refused without cards', { meta: { rules: ['4.6-05'] } }, async () => {
    const { status, messages, before, after } = await tryWithout('cards')
    expect(status).toBe(400)
    expect(messages).toContain("Request body must have required property 'cards'")
    expect(after).toStrictEqual(before)
  })

  it('is refused without a payment', { meta: { rules: ['4.6-06'] } }, async () => {
    const { status, messages, before, after } = await tryWithout('payment')
    expect(status).toBe(400)
    expect(messages).toContain("Request body must have required property 'payment'")
    expect(after).toStrictEqual(before)
  })

  it('is refused without shippingDetails', { meta: { rules: ['4.6-07'] } }, async () => {
    const { status, messages, before, after } = await tryWithout('shippingDetails')
    expect(status).toBe(400)
    expect(messages).toContain("Request body must have required property 'shippingDetails'")
    expect(after).toStrictEqual(before)
  })

  it('is refused with no card in cards', { meta: { rules: ['4.6-05'] } }, async () => {
    const refused = await partner.call('checkout', checkoutOf([]))
    expect([refused.status, refused.code]).toStrictEqual([400, 'validation_error'])
  })

  it('applies an optional couponCode', { meta: { rules: ['4.6-10'] } }, async () => {
    const order = await placeOrder(partner, storyCards, storyPayments.ACH, { couponCode: 'SAVE10' })
    expect(order.coupon).toMatchObject({ coupon: 'SAVE10', type: 'P', discount: 18.46 })
    expect(order.total).toStrictEqual({ order: '166.04', faceValue: '200.00', due: '162.72' })
    const without = await placeOrder(partner, storyCards)
    expect([without.coupon, without.total.order]).toStrictEqual([{}, '184.50'])
  })

  it('answers the order under buyOrder', { meta: { rules: ['4.6-17'] } }, async () => {
    const { status, body } = await partner.call('checkout', checkoutOf(storyCards))
    expect(status).toBe(201)
    expect(Object.keys(body as object)).toStrictEqual(['buyOrder'])
    expect(body).toMatchObject({
      buyOrder: {
        id: 100001,
        status: 'Processing',
        message: 'Order Processing',
        fulfilled: false,
        total: { order: '184.50', faceValue: '200.00', due: '180.81' },
        shippingDetails: { name: 'Erin Elm', address: storyAddress.street },
        cards: [{ merchantName: 'Northwind Outfitters' }, { type: 'ecode' }, { type: 'physical' }],
      },
    })
  })

  it('fails whole for one missing card', { meta: { rules: ['4.6-23', '4.6-30'] } }, async () => {
    const before = await bookOf(sandbox)
    for (const missing of [storyCard.pixelSoldOut(), storyCard.pixelEcode(4), storyCard.magic(906)]) {
      const cards = [storyCard.harborEcode(2), missing, storyCard.northwindPhysical()]
      const refused = await partner.call('checkout', checkoutOf(cards, storyPayments.STORE_CREDIT))
      expect([refused.status, refused.body]).toStrictEqual([
        400,
        { message: ['Not all requested cards were added to the cart'] },
      ])
    }
    expect(await bookOf(sandbox)).toStrictEqual(before)
    // 200000 and 100000 are the numbers before the first card and the first order.
    const orders = await sandbox.store.read((tx) =>
      Promise.all([1, 2, 3].map((n) => tx.findOrder(100_000 + n))),
    )
    const cards = await sandbox.store.read((tx) => tx.findCard(200_001))
    expect([...orders, cards]).toStrictEqual([undefined, undefined, undefined, undefined])
  })
})

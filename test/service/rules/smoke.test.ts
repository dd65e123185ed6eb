import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

describe('a first purchase', () => {
  it('ends with a masked card in the wallet', async () => {
    await sandbox.reset()
    const partner = await sandbox.partner('elite@example.com')
    const cart = await partner.want('createCart', 201, { body: { action: 'buy' } })
    const cards = [
      { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 2 },
      { merchantId: 101, faceValue: 100, percentOff: 7, type: 'physical', quantity: 1 },
    ]
    await partner.want('addCards', 201, { path: { cartId: cart.cartId }, body: { cards } })
    await partner.want('applyCoupon', 200, { path: { cartId: cart.cartId, couponCode: 'save10' } })
    const shippingDetails = {
      firstname: 'Erin',
      lastname: 'Elm',
      street: '12 Harbor Street',
      city: 'Portland',
      state: 'OR',
      postcode: '97201',
    }
    const { buyOrder } = await partner.want('checkout', 201, {
      body: { cartId: cart.cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails },
    })
    expect(buyOrder.total).toStrictEqual({ order: '166.04', faceValue: '200.00', due: '161.89' })
    const card = await partner.want('getWalletCard', 200, { path: { cardId: buyOrder.cards[0]!.id } })
    expect(card.number).toMatch(/^\*{4}\d{4}$/)
  })
})

import { describe, expect, it } from 'vitest'
import {
  cartCheckoutOf,
  checkoutOf,
  fillCart,
  placeOrder,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

describe('the precedence at checkout', () => {
  it('has the saved method after the method string', { meta: { rules: ['D13-12'] } }, async () => {
    const partner = await sandbox.partner('empty@example.com')
    const soldOut = [storyCard.pixelSoldOut()]
    const couponCode = 'NO-SUCH-CODE'
    const unsaved = checkoutOf(soldOut, { method: 'ACH', details: { id: 7001 } }, { couponCode })
    expect((await partner.call('checkout', unsaved)).code).toBe('payment_method_not_found')
    const unknown = checkoutOf(soldOut, { method: 'PAYPAL', details: { id: 7999 } }, { couponCode })
    expect((await partner.call('checkout', unknown)).code).toBe('payment_method_invalid')
  })
})

describe('the cart shape', () => {
  it('refuses an empty cart', { meta: { rules: ['D13-16'] } }, async () => {
    const elite = await sandbox.partner('elite@example.com')
    const { cartId } = await elite.want('createCart', 201, { body: { action: 'buy' } })
    const refused = await elite.call('checkout', cartCheckoutOf(cartId))
    expect([refused.status, ...refused.messages]).toStrictEqual([
      400,
      'Not all requested cards were added to the cart',
    ])
  })
})

describe('the trigger insufficient_inventory', () => {
  it('speaks of the cards at checkout', { meta: { rules: ['D13-17'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const headers = { 'x-sandbox-trigger': 'insufficient_inventory' }
    const { cartId } = await fillCart(partner, [storyCard.harborB2B()])
    for (const body of [checkoutOf([storyCard.harborB2B()]), cartCheckoutOf(cartId)]) {
      const refused = await partner.call('checkout', { ...body, headers })
      expect([refused.status, refused.code, ...refused.messages]).toStrictEqual([
        400,
        'cards_unavailable',
        'Not all requested cards were added to the cart',
      ])
    }
  })
})

describe('an order', () => {
  it('shows its coupon like a cart', { meta: { rules: ['D13-22'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const cart = await fillCart(partner, storyCards)
    const path = { cartId: cart.cartId, couponCode: 'SAVE10' }
    const { couponData } = await partner.want('applyCoupon', 200, { path })
    const { buyOrder } = await partner.want('checkout', 201, cartCheckoutOf(cart.cartId))
    expect(buyOrder.coupon).toStrictEqual(couponData)
    const byCards = await placeOrder(partner, storyCards, storyPayments.ACH, { couponCode: 'save10' })
    expect(Object.keys(byCards.coupon).toSorted()).toStrictEqual(Object.keys(couponData ?? {}).toSorted())
    expect(byCards.coupon).toMatchObject({ coupon: 'SAVE10', type: 'P', totalAmount: 10, usage: 2 })
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import {
  bookOf,
  type Cart,
  fillCart,
  type Partner,
  storyAddress,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
let partner: Partner
let cart: Cart
beforeEach(async () => {
  partner = await sandbox.partner('elite@example.com')
  cart = await fillCart(partner, storyCards)
})

const cardsShape = () => ({
  cards: [storyCard.harborB2B()],
  payment: storyPayments.DRAWDOWN_ACCOUNT,
  shippingDetails: storyAddress,
})
const cartShape = () => ({
  cartId: cart.cartId,
  paymentMethod: 'DRAWDOWN_ACCOUNT',
  shippingDetails: storyAddress,
})

/** The response to a body, and whether it left stock, money and the active cart unchanged. */
async function tryBody(body: unknown) {
  const before = await bookOf(sandbox)
  const { status, code, messages } = await partner.call('checkout', { body })
  const active = await partner.call('createCart', { body: { action: 'buy' } })
  expect([await bookOf(sandbox), active.body]).toStrictEqual([before, cart])
  return [status, code, ...messages]
}

describe('checkout', () => {
  it('takes cards with a payment', { meta: { rules: ['D6-01'] } }, async () => {
    const { buyOrder } = await partner.want('checkout', 201, { body: cardsShape() })
    expect([buyOrder.cards.map(({ type }) => type), buyOrder.total.due]).toStrictEqual([
      ['newEcodeB2B'],
      '23.58',
    ])
  })

  it('takes a cart with a payment method', { meta: { rules: ['D6-01'] } }, async () => {
    const { buyOrder } = await partner.want('checkout', 201, { body: cartShape() })
    expect([buyOrder.cards.map(({ type }) => type), buyOrder.total.due]).toStrictEqual([
      ['ecode', 'ecode', 'physical'],
      '179.89',
    ])
  })

  it.each([
    ['cards and no payment', () => ({ ...cardsShape(), payment: undefined }), 'payment'],
    ['a payment and no cards', () => ({ ...cardsShape(), cards: undefined }), 'cards'],
    ['cards and no address', () => ({ ...cardsShape(), shippingDetails: undefined }), 'shippingDetails'],
    ['a cart and no method', () => ({ ...cartShape(), paymentMethod: undefined }), 'paymentMethod'],
    ['a method and no cart', () => ({ ...cartShape(), cartId: undefined }), 'cartId'],
  ])('refuses %s', { meta: { rules: ['D6-01', '4.6-06', '4.6-07'] } }, async (_, body, missing) => {
    const [status, code, ...messages] = await tryBody(body())
    expect([status, code]).toStrictEqual([400, 'validation_error'])
    expect(messages).toContain(`Request body must have required property '${missing}'`)
  })

  it.each(['ACH', 'ACH_CREDITCARD', 'CREDITCARD', 'STORE_CREDIT', 'drawdown_account', 'PAYPAL', ''])(
    'refuses a cart with the method %j',
    { meta: { rules: ['D6-02'] } },
    async (paymentMethod) => {
      expect(await tryBody({ ...cartShape(), paymentMethod })).toStrictEqual([
        400,
        'payment_method_invalid',
        'payment method not setup',
      ])
    },
  )

  it.each([
    ['cards with cartId', () => ({ ...cardsShape(), cartId: cart.cartId })],
    ['cards with paymentMethod', () => ({ ...cardsShape(), paymentMethod: 'DRAWDOWN_ACCOUNT' })],
    ['a cart with cards', () => ({ ...cartShape(), cards: [storyCard.harborB2B()] })],
    ['a cart with payment', () => ({ ...cartShape(), payment: storyPayments.DRAWDOWN_ACCOUNT })],
    ['a cart with billingDetails', () => ({ ...cartShape(), billingDetails: storyAddress })],
    ['a cart with couponCode', () => ({ ...cartShape(), couponCode: 'SAVE10' })],
    ['both shapes whole', () => ({ ...cardsShape(), ...cartShape() })],
  ])('refuses a mix: %s', { meta: { rules: ['D6-04', '4.6-19'] } }, async (_, body) => {
    const [status, code, ...messages] = await tryBody(body())
    expect([status, code, messages.length > 0]).toStrictEqual([400, 'validation_error', true])
  })

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['an address alone', { shippingDetails: storyAddress }],
    ['a coupon alone', { couponCode: 'SAVE10', shippingDetails: storyAddress }],
    ['other words', { basket: [], pay: 'cash' }],
    ['a list', [{}]],
    ['a text', '"DRAWDOWN_ACCOUNT"'],
    ['null', 'null'],
  ])('refuses what is neither shape: %s', { meta: { rules: ['D6-04'] } }, async (_, body) => {
    const [status, code, ...messages] = await tryBody(body)
    expect([status, code, messages.length > 0]).toStrictEqual([400, 'validation_error', true])
  })
})

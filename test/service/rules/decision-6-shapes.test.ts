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

const cardTypes = 'ecode, physical, newEcodeB2B, newEcodeAsPre'
const withCard = (change: object) => ({ ...cardsShape(), cards: [{ ...storyCard.harborB2B(), ...change }] })
const paidBy = (payment: object) => ({ ...cardsShape(), payment, billingDetails: storyAddress })
const lacks = (name: string) => `Request body must have required property '${name}'`
const hasToo = (names: string) => `Request body must not have ${names}`

/** Returns the response to a body, and expects stock, money and the active cart to be unchanged. */
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

  it.each<[string, () => object, string]>([
    ['cards and no payment', () => ({ ...cardsShape(), payment: undefined }), lacks('payment')],
    ['a payment and no cards', () => ({ ...cardsShape(), cards: undefined }), lacks('cards')],
    [
      'cards and no address',
      () => ({ ...cardsShape(), shippingDetails: undefined }),
      lacks('shippingDetails'),
    ],
    ['a cart and no method', () => ({ ...cartShape(), paymentMethod: undefined }), lacks('paymentMethod')],
    ['a method and no cart', () => ({ ...cartShape(), cartId: undefined }), lacks('cartId')],
    [
      'a cart and no address',
      () => ({ ...cartShape(), shippingDetails: undefined }),
      lacks('shippingDetails'),
    ],
    ['a cart that is a number', () => ({ ...cartShape(), cartId: 7 }), 'cartId must be string'],
    ['no cards at all', () => ({ ...cardsShape(), cards: [] }), 'cards must have at least 1 item'],
    ['half a card', () => withCard({ quantity: 1.5 }), 'cards[0].quantity must be integer'],
    ['a paper card', () => withCard({ type: 'paper' }), `cards[0].type must be one of: ${cardTypes}`],
    ['a payment without a method', () => paidBy({}), "payment must have required property 'method'"],
    [
      'a bank as text',
      () => paidBy({ method: 'ACH', details: { id: '7001' } }),
      'payment.details.id must be number',
    ],
    ['ACH without details', () => paidBy({ method: 'ACH' }), 'payment.details.id is required for ACH'],
    [
      'ACH without a bank',
      () => paidBy({ method: 'ACH', details: { creditCardId: 8001 } }),
      'payment.details.id is required for ACH',
    ],
    [
      'CREDITCARD without a card',
      () => paidBy({ method: 'CREDITCARD', details: { id: 7001 } }),
      'payment.details.creditCardId is required for CREDITCARD',
    ],
    [
      'a backup without a bank',
      () => paidBy({ method: 'ACH_CREDITCARD', details: { creditCardDetails: { creditCardId: 8001 } } }),
      'payment.details.id is required for ACH_CREDITCARD',
    ],
    [
      'a bank without its backup',
      () => paidBy({ method: 'ACH_CREDITCARD', details: { id: 7001 } }),
      'payment.details.creditCardDetails.creditCardId is required for ACH_CREDITCARD',
    ],
    [
      'no billing address',
      () => ({ ...paidBy(storyPayments.CREDITCARD), billingDetails: undefined }),
      'billingDetails is required for CREDITCARD',
    ],
  ])(
    'refuses %s with one message',
    { meta: { rules: ['D6-01', '4.6-06', '4.6-07', 'D14-32'] } },
    async (_, body, message) => {
      expect(await tryBody(body())).toStrictEqual([400, 'validation_error', message])
    },
  )

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

  it.each<[string, () => object, string[]]>([
    [
      'cards with cartId',
      () => ({ ...cardsShape(), cartId: cart.cartId }),
      [lacks('paymentMethod'), hasToo('cards, payment')],
    ],
    [
      'cards with paymentMethod',
      () => ({ ...cardsShape(), paymentMethod: 'DRAWDOWN_ACCOUNT' }),
      [lacks('cartId'), hasToo('cards, payment')],
    ],
    ['a cart with cards', () => ({ ...cartShape(), cards: [storyCard.harborB2B()] }), [hasToo('cards')]],
    [
      'a cart with payment',
      () => ({ ...cartShape(), payment: storyPayments.DRAWDOWN_ACCOUNT }),
      [hasToo('payment')],
    ],
    [
      'a cart with billingDetails',
      () => ({ ...cartShape(), billingDetails: storyAddress }),
      [hasToo('billingDetails')],
    ],
    ['a cart with couponCode', () => ({ ...cartShape(), couponCode: 'SAVE10' }), [hasToo('couponCode')]],
    ['both shapes whole', () => ({ ...cardsShape(), ...cartShape() }), [hasToo('cards, payment')]],
  ])('refuses a mix: %s', { meta: { rules: ['D6-04', '4.6-19', 'D14-32'] } }, async (_, body, messages) => {
    expect(await tryBody(body())).toStrictEqual([400, 'validation_error', ...messages])
  })

  const neither = [lacks('cards'), lacks('payment'), lacks('shippingDetails')]
  it.each<[string, unknown, string[]]>([
    ['an empty object', {}, neither],
    ['an address alone', { shippingDetails: storyAddress }, neither.slice(0, 2)],
    ['a coupon alone', { couponCode: 'SAVE10', shippingDetails: storyAddress }, neither.slice(0, 2)],
    ['other words', { basket: [], pay: 'cash' }, neither],
    ['a list', [{}], ['Request body must be object']],
  ])(
    'refuses what is neither shape: %s',
    { meta: { rules: ['D6-04', 'D14-32'] } },
    async (_, body, messages) => {
      expect(await tryBody(body)).toStrictEqual([400, 'validation_error', ...messages])
    },
  )

  it.each(['"DRAWDOWN_ACCOUNT"', 'null'])('refuses %s', { meta: { rules: ['D6-04'] } }, async (body) => {
    const [status, code, ...messages] = await tryBody(body)
    expect([status, code, messages.length > 0]).toStrictEqual([400, 'validation_error', true])
  })
})

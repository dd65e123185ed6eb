import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bookOf,
  type CardsCheckout,
  checkoutOf,
  type Partner,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
let elite: Partner
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  elite = await sandbox.partner('elite@example.com')
  await sandbox.wantControl('setStoreCredit', 200, {
    path: { email: 'elite@example.com' },
    body: { amount: 184.5 },
  })
})

const totalsBy = async (payment: CardsCheckout['payment']) =>
  (await placeOrder(elite, storyCards, payment)).total

describe('the payment discount', () => {
  it('is 2 % for ACH', { meta: { rules: ['4.6-11'] } }, async () => {
    const totals = { order: '184.50', faceValue: '200.00', due: '180.81' }
    expect(await totalsBy(storyPayments.ACH)).toStrictEqual(totals)
  })

  it('is 2 % for ACH_CREDITCARD', { meta: { rules: ['4.6-12'] } }, async () => {
    const totals = { order: '184.50', faceValue: '200.00', due: '180.81' }
    expect(await totalsBy(storyPayments.ACH_CREDITCARD)).toStrictEqual(totals)
    const backup = { id: 7002, creditCardDetails: { creditCardId: 8001 } }
    expect(await totalsBy({ method: 'ACH_CREDITCARD', details: backup })).toStrictEqual(totals)
  })

  it('is nothing for CREDITCARD', { meta: { rules: ['4.6-13'] } }, async () => {
    const totals = { order: '184.50', faceValue: '200.00', due: '184.50' }
    expect(await totalsBy(storyPayments.CREDITCARD)).toStrictEqual(totals)
  })

  it('is nothing for STORE_CREDIT', { meta: { rules: ['4.6-14'] } }, async () => {
    const totals = { order: '184.50', faceValue: '200.00', due: '184.50' }
    expect(await totalsBy(storyPayments.STORE_CREDIT)).toStrictEqual(totals)
    expect((await bookOf(sandbox)).storeCredit['elite@example.com']).toBe(0)
  })

  it('is 2.5 % for DRAWDOWN_ACCOUNT', { meta: { rules: ['4.6-15'] } }, async () => {
    const totals = { order: '184.50', faceValue: '200.00', due: '179.89' }
    expect(await totalsBy(storyPayments.DRAWDOWN_ACCOUNT)).toStrictEqual(totals)
  })
})

describe('billingDetails', () => {
  it('are not needed for ACH', { meta: { rules: ['4.6-08'] } }, async () => {
    const checkout = checkoutOf(storyCards, storyPayments.ACH, { billingDetails: undefined })
    expect((await elite.call('checkout', checkout)).status).toBe(201)
  })

  it('are not needed for DRAWDOWN_ACCOUNT', { meta: { rules: ['4.6-09'] } }, async () => {
    const checkout = checkoutOf(storyCards, storyPayments.DRAWDOWN_ACCOUNT, { billingDetails: undefined })
    expect((await elite.call('checkout', checkout)).status).toBe(201)
  })
})

describe('a payment', () => {
  it.each<[string, CardsCheckout['payment']]>([
    ['a bank that refuses', { method: 'ACH', details: { id: 7002 } }],
    ['a card that declines', { method: 'CREDITCARD', details: { creditCardId: 8002 } }],
    [
      'bank and backup card refusing',
      { method: 'ACH_CREDITCARD', details: { id: 7002, creditCardDetails: { creditCardId: 8002 } } },
    ],
    ['too little store credit', { method: 'STORE_CREDIT' }],
  ])('fails by %s', { meta: { rules: ['4.6-31'] } }, async (_case, payment) => {
    const before = await bookOf(sandbox)
    const cards = [...storyCards, storyCard.harborEcode(1)]
    const refused = await elite.call('checkout', checkoutOf(cards, payment))
    expect([refused.status, refused.code, refused.body]).toStrictEqual([
      400,
      'payment_declined',
      { message: ['Insufficient funds'] },
    ])
    expect(await bookOf(sandbox)).toStrictEqual(before)
  })

  it.each(['PAYPAL', 'ach', 'ACH ', 'CREDIT_CARD', 'DRAWDOWN', '', 'toString'])(
    'is refused with the method string %j',
    { meta: { rules: ['4.6-32'] } },
    async (method) => {
      const refused = await elite.call('checkout', checkoutOf(storyCards, { method, details: { id: 7001 } }))
      expect([refused.status, refused.code, refused.body]).toStrictEqual([
        400,
        'payment_method_invalid',
        { message: ['payment method not setup'] },
      ])
    },
  )
})

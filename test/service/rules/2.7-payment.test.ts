import { describe, expect, it } from 'vitest'
import { checkoutOf, shapeOf, storyCard, storyPayments } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const cards = [storyCard.harborEcode()]
/** Sends a checkout with this payment, valid or not, and returns the response. */
async function pay(payment: unknown, email = 'elite@example.com') {
  const partner = await sandbox.partner(email)
  return partner.call('checkout', checkoutOf(cards, payment as never))
}
const detailsMissing = { status: 400, code: 'validation_error' }
const notSetUp = { status: 400, messages: ['payment method not setup'] }

describe('Payment', () => {
  it('names its method', { meta: { rules: ['2.7-01'] } }, async () => {
    expect(await pay({ details: { id: 7001 } })).toMatchObject({
      status: 400,
      messages: expect.arrayContaining(["payment must have required property 'method'"]),
    })
    expect(await pay({ method: 7, details: { id: 7001 } })).toMatchObject({
      status: 400,
      messages: expect.arrayContaining(['payment.method must be string']),
    })
    expect(shapeOf('Payment')).toStrictEqual({ method: 'string', 'details?': 'object' })
  })

  it.each(Object.entries(storyPayments))(
    'takes the method %s',
    { meta: { rules: ['2.7-02', '1-03'] } },
    async (_, payment) => {
      expect(await pay(payment)).toMatchObject({ status: 201 })
    },
  )
})

describe('PaymentDetails', () => {
  it('has fields for every method', { meta: { rules: ['2.7-04', '2.7-05', '2.7-06'] } }, () => {
    expect(shapeOf('PaymentDetails')).toStrictEqual({
      'id?': 'number',
      'creditCardId?': 'number',
      'creditCardDetails?': 'object',
    })
    expect(shapeOf('BackupCreditCard')).toStrictEqual({ creditCardId: 'number' })
  })

  it('of ACH names a bank account by id', { meta: { rules: ['2.7-04'] } }, async () => {
    const method = 'ACH'
    const paid = await pay({ method, details: { id: 7001 } })
    expect(paid.body).toMatchObject({ buyOrder: { paymentDetails: { accountNumber: '****7001' } } })
    expect(await pay({ method, details: { id: '7001' } })).toMatchObject(detailsMissing)
    expect(await pay({ method, details: { creditCardId: 7001 } })).toMatchObject(detailsMissing)
    expect(await pay({ method, details: { id: 8001 } })).toMatchObject(notSetUp)
  })

  it('of CREDITCARD names a card by creditCardId', { meta: { rules: ['2.7-05'] } }, async () => {
    const method = 'CREDITCARD'
    expect(await pay({ method, details: { creditCardId: 8001 } })).toMatchObject({ status: 201 })
    expect(await pay({ method, details: { creditCardId: '8001' } })).toMatchObject(detailsMissing)
    expect(await pay({ method, details: { id: 8001 } })).toMatchObject(detailsMissing)
    expect(await pay({ method, details: { creditCardId: 7001 } })).toMatchObject(notSetUp)
    const refused = await pay({ method, details: { creditCardId: 8002 } })
    expect(refused).toMatchObject({ messages: ['Insufficient funds'] })
  })

  it('of ACH_CREDITCARD names both', { meta: { rules: ['2.7-06'] } }, async () => {
    const method = 'ACH_CREDITCARD'
    const named = (id: unknown, creditCardId: unknown) =>
      pay({ method, details: { id, creditCardDetails: { creditCardId } } })
    const byBank = await named(7001, 8001)
    expect(byBank.body).toMatchObject({ buyOrder: { paymentDetails: { method: 'ACH Bank Transfer' } } })
    const byCard = await named(7002, 8001)
    expect(byCard.body).toMatchObject({ buyOrder: { paymentDetails: { method: 'Credit Card' } } })
    expect(await named('7001', 8001)).toMatchObject(detailsMissing)
    expect(await named(7001, '8001')).toMatchObject(detailsMissing)
    expect(await pay({ method, details: { id: 7001 } })).toMatchObject(detailsMissing)
    expect(await pay({ method, details: { id: 7001, creditCardId: 8001 } })).toMatchObject(detailsMissing)
    const cardOnly = { creditCardDetails: { creditCardId: 8001 } }
    expect(await pay({ method, details: cardOnly })).toMatchObject(detailsMissing)
  })
})

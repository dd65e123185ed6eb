import { describe, expect, it } from 'vitest'
import {
  checkoutOf,
  placeOrder,
  schemaOf,
  shapeOf,
  storyAddress,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

describe('Address', () => {
  it.each(['firstname', 'lastname', 'street', 'city', 'state', 'postcode'])(
    'needs its %s',
    { meta: { rules: ['2.6-01'] } },
    async (field) => {
      const partner = await sandbox.partner('elite@example.com')
      const short = Object.fromEntries(Object.entries(storyAddress).filter(([name]) => name !== field))
      const unshipped = await partner.call('checkout', saleWith({ shippingDetails: short }))
      expect(unshipped).toMatchObject({
        status: 400,
        messages: expect.arrayContaining([`shippingDetails must have required property '${field}'`]),
      })
      const unbilled = await partner.call('checkout', saleWith({ billingDetails: short }))
      expect(unbilled).toMatchObject({
        status: 400,
        messages: expect.arrayContaining([`billingDetails must have required property '${field}'`]),
      })
      expect(await partner.call('checkout', saleWith({}))).toMatchObject({ status: 201 })
    },
  )

  it('may leave out street2 and company', { meta: { rules: ['2.6-02'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const cards = [storyCard.harborEcode()]
    const plain = await placeOrder(partner, cards)
    expect(plain.shippingDetails.address).toBe('12 Harbor Street')
    const shippingDetails = { ...storyAddress, street2: 'Apt 4', company: 'Elm Gifts' }
    const full = await placeOrder(partner, cards, storyPayments.CREDITCARD, {
      shippingDetails,
      billingDetails: shippingDetails,
    })
    expect(full.shippingDetails.address).toBe('12 Harbor Street, Apt 4')
    expect(shapeOf('Address')).toStrictEqual({
      firstname: 'string',
      lastname: 'string',
      street: 'string',
      'street2?': 'string',
      city: 'string',
      state: 'string',
      postcode: 'string',
      'company?': 'string',
    })
  })

  it.each(['Oregon', 'O', 'O1', '', 97])(
    'takes no state such as %j',
    { meta: { rules: ['2.6-03'] } },
    async (state) => {
      const partner = await sandbox.partner('elite@example.com')
      const answer = await partner.call('checkout', saleWith({ shippingDetails: { ...storyAddress, state } }))
      expect(answer).toMatchObject({ status: 400, code: 'validation_error' })
      expect(answer.messages[0]).toMatch(/^shippingDetails\.state /)
    },
  )

  it('is one shape for both roles', { meta: { rules: ['2.6-04'] } }, async () => {
    const { properties = {} } = schemaOf('DirectCheckoutRequest')
    const address = { $ref: '#/components/schemas/Address', description: expect.any(String) as string }
    expect(properties['shippingDetails']).toStrictEqual(address)
    expect(properties['billingDetails']).toStrictEqual(address)
    const partner = await sandbox.partner('elite@example.com')
    const wrong = { ...storyAddress, lastname: '', state: 'Oregon', postcode: 97201 }
    const [unshipped, unbilled] = [
      await partner.call('checkout', saleWith({ shippingDetails: wrong })),
      await partner.call('checkout', saleWith({ billingDetails: wrong })),
    ]
    const told = unshipped.messages.map((text) => text.replace('shippingDetails', 'billingDetails'))
    expect(told.length).toBeGreaterThanOrEqual(3)
    expect(unbilled.messages).toStrictEqual(told)
  })
})

const saleWith = (more: Readonly<Record<string, unknown>>) =>
  checkoutOf([storyCard.harborEcode()], storyPayments.CREDITCARD, more)

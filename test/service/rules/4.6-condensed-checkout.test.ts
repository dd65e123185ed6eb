import { beforeEach, describe, expect, it } from 'vitest'
import { operationTable } from '@giftcards/contract'
import {
  bookOf,
  checkoutOf,
  type Exchange,
  type Partner,
  sendChecked,
  storyAddress,
  storyCards,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
let partner: Partner
beforeEach(async () => {
  partner = await sandbox.partner('standard@example.com')
})

/** Sends a valid checkout with any query. */
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

describe('checkout', () => {
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

  it('answers the order under buyOrder', { meta: { rules: ['4.6-17', '2.8-02', 'D6-21'] } }, async () => {
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
})

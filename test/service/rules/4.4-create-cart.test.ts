import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fillCart, type Sandbox, startSandbox, storyCard } from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

describe('createCart', () => {
  it('refuses a body without an action', { meta: { rules: ['4.4-01'] } }, async () => {
    const partner = await sandbox.partner()
    const refused = await partner.call('createCart', { body: {} })
    expect([refused.status, refused.messages]).toStrictEqual([
      400,
      ["Request body must have required property 'action'"],
    ])
    const afterwards = await partner.call('createCart', { body: { action: 'buy' } })
    expect(afterwards.status).toBe(201)
  })

  it.each(['sell', 'BUY', 'buy ', '', 1, true, null, ['buy'], { buy: true }])(
    'refuses the action %j',
    { meta: { rules: ['4.4-02'] } },
    async (action) => {
      const partner = await sandbox.partner()
      const refused = await partner.call('createCart', { body: { action } })
      expect([refused.status, refused.code]).toStrictEqual([400, 'validation_error'])
      expect(refused.messages[0]).toMatch(
        /^action must be (?:equal to one of the allowed values: buy|string)$/,
      )
    },
  )

  it('answers a new, empty cart with 201', { meta: { rules: ['4.4-03'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const created = await partner.call('createCart', { body: { action: 'buy' } })
    expect(created.status).toBe(201)
    expect(created.body).toStrictEqual({
      cartId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      cards: [],
      couponData: null,
    })
  })

  it('answers the active cart with 200', { meta: { rules: ['4.4-04'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const cart = await fillCart(partner, [storyCard.harborEcode(2), storyCard.northwindPhysical()])
    const found = await partner.call('createCart', { body: { action: 'buy' } })
    expect(found.status).toBe(200)
    expect(found.body).toStrictEqual(cart)
    const elsewhere = await sandbox.partner('standard@example.com')
    const again = await elsewhere.call('createCart', { body: { action: 'buy' } })
    expect([again.status, again.body]).toStrictEqual([200, cart])
  })
})

import { describe, expect, it } from 'vitest'
import { fillCart, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

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
      expect(refused.messages[0]).toMatch(/^action must be (?:one of: buy|string)$/)
    },
  )

  it(
    'answers the active cart with 200',
    { meta: { rules: ['4.4-04', '3.1-03', '7-11', '3.1-13', 'D13-29'] } },
    async () => {
      const partner = await sandbox.partner('standard@example.com')
      const cart = await fillCart(partner, [storyCard.harborEcode(2), storyCard.northwindPhysical()])
      const found = await partner.call('createCart', { body: { action: 'buy' } })
      expect(found.status).toBe(200)
      expect(found.body).toStrictEqual(cart)
      const elsewhere = await sandbox.partner('standard@example.com', 'demo-app-2')
      const again = await elsewhere.call('createCart', { body: { action: 'buy' } })
      expect([again.status, again.body]).toStrictEqual([200, cart])
    },
  )
})

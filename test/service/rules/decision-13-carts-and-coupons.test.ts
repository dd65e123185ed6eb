import { describe, expect, it } from 'vitest'
import { checkoutOf, storyCard, storyPayments } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

describe('a coupon', () => {
  it('of any date counts as existing at checkout', { meta: { rules: ['D13-18'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const codes = { EXPIRED: 'coupon_expired', USEDUP: 'coupon_used_up', FUTURE: 'coupon_not_yet_active' }
    for (const [couponCode, code] of Object.entries(codes)) {
      const missing = checkoutOf([storyCard.pixelSoldOut()], storyPayments.ACH, { couponCode })
      expect((await partner.call('checkout', missing)).code).toBe('cards_unavailable')
      const inStock = checkoutOf([storyCard.harborB2B()], storyPayments.ACH, { couponCode })
      expect((await partner.call('checkout', inStock)).code).toBe(code)
    }
  })
})

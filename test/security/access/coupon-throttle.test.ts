import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  checkoutOf,
  type Exchange,
  fillCart,
  type Partner,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

const told = ({ status, code, messages, headers }: Exchange) => ({
  status,
  code,
  messages,
  retryAfter: headers.get('retry-after'),
})
const unknown = { status: 400, code: 'coupon_not_found', messages: ['Invalid coupon'], retryAfter: null }
const throttled = {
  status: 429,
  code: 'rate_limited',
  messages: ['Too many requests'],
  retryAfter: String(15 * 60),
}

/** Fills a cart of a partner. Returns a function that applies codes to it. */
async function openCart(partner: Partner): Promise<(couponCode: string) => Promise<Exchange>> {
  const { cartId } = await fillCart(partner, [storyCard.harborEcode(2)])
  return (couponCode) => partner.call('applyCoupon', { path: { cartId, couponCode } })
}

const buy = (partner: Partner, more: { readonly couponCode?: string }) =>
  partner.call('checkout', checkoutOf([storyCard.harborEcode()], storyPayments.ACH, more))

describe('the throttle of coupon codes', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())
  beforeEach(() => sandbox.reset())

  it('refuses the right code after 20 unknown ones', { meta: { rules: ['D10-10', 'D10-13'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const apply = await openCart(partner)
    for (let count = 1; count <= 10; count += 1) {
      expect(told(await apply(`GUESS${count}`))).toStrictEqual(unknown)
      expect(told(await buy(partner, { couponCode: `GUESS-${count}` }))).toStrictEqual(unknown)
    }
    expect(told(await apply('SAVE10'))).toStrictEqual(throttled)
    expect(told(await buy(partner, { couponCode: 'SAVE10' }))).toStrictEqual(throttled)
    expect((await buy(partner, {})).status).toBe(201)
    await sandbox.advance(15 * 60)
    expect((await apply('SAVE10')).status).toBe(200)
  })

  it('does not count known codes that are refused', { meta: { rules: ['D10-12'] } }, async () => {
    const apply = await openCart(await sandbox.partner('standard@example.com'))
    for (let count = 1; count <= 7; count += 1) {
      const refused = [await apply('EXPIRED'), await apply('USEDUP'), await apply('ELITE5')]
      expect(refused.map(({ code }) => code)).toStrictEqual([
        'coupon_expired',
        'coupon_used_up',
        'coupon_not_eligible',
      ])
    }
    expect((await apply('SAVE10')).status).toBe(200)
  })

  it('counts by address until a customer logs in', { meta: { rules: ['D10-11'] } }, async () => {
    for (let session = 1; session <= 2; session += 1) {
      const apply = await openCart(await sandbox.partner())
      for (let count = 1; count <= 10; count += 1)
        expect(told(await apply(`GUESS${count}`))).toStrictEqual(unknown)
    }
    const apply = await openCart(await sandbox.partner())
    expect(told(await apply('SAVE10'))).toStrictEqual(throttled)
    const applyAsCustomer = await openCart(await sandbox.partner('standard@example.com'))
    expect((await applyAsCustomer('SAVE10')).status).toBe(200)
  })

  it('lets no parallel guess slip through', { meta: { rules: ['D10-10'] } }, async () => {
    const partners = await Promise.all([1, 2, 3].map(() => sandbox.partner('elite@example.com')))
    const carts: Awaited<ReturnType<typeof openCart>>[] = []
    for (const partner of partners) carts.push(await openCart(partner))
    const guesses = Array.from({ length: 8 }, (_, count) => carts.map((apply) => apply(`GUESS${count}`)))
    const statuses = (await Promise.all(guesses.flat())).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })
})

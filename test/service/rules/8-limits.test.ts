import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  checkoutOf,
  fillCart,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const email = 'elite@example.com'

describe('a cart', () => {
  it('has one coupon at most', { meta: { rules: ['8-02'] } }, async () => {
    const partner = await sandbox.partner(email)
    const { cartId } = await fillCart(partner)
    const apply = (couponCode: string) => partner.call('applyCoupon', { path: { cartId, couponCode } })
    const answers = await Promise.all(['SAVE10', 'FIVEOFF', 'PROMO20', 'SAVE10'].map(apply))
    const refused = answers.filter(({ status }) => status === 400)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(refused.map(({ messages }) => messages)).toEqual([
      ['Invalid coupon'],
      ['Invalid coupon'],
      ['Invalid coupon'],
    ])
  })
})

describe('secure card data', () => {
  it.each([
    ['e-codes', storyCard.harborEcode(), 0],
    ['physical cards', storyCard.northwindPhysical(), 86_400],
  ])('of %s lasts for 24 hours', { meta: { rules: ['8-04'] } }, async (_, card, fulfilledAfter) => {
    const { cards } = await placeOrder(await sandbox.partner(email), [card])
    const read = async () => {
      const partner = await sandbox.partner(email)
      return partner.call('getSecureData', { path: { cardId: cards[0]!.id } })
    }
    if (fulfilledAfter > 0) await sandbox.advance(fulfilledAfter)
    expect(await read()).toMatchObject({ status: 200, body: { number: expect.stringMatching(/^\d{16}$/) } })
    await sandbox.advance(86_399)
    expect(await read()).toMatchObject({ status: 200 })
    await sandbox.advance(2)
    expect(await read()).toMatchObject({
      status: 400,
      messages: ['Secure data is no longer available'],
      code: 'secure_data_expired',
    })
  })
})

describe('the checkouts of one account', () => {
  it('take their turns', { meta: { rules: ['4.6-24', '8-05', 'D6-13'] } }, async () => {
    const here = await sandbox.partner(email)
    const there = await sandbox.partner(email, 'demo-app-2')
    const slow = {
      ...checkoutOf([storyCard.harborEcode()]),
      headers: { 'idempotency-key': 'slow', 'x-sandbox-trigger': 'slow=500' },
    }
    const twins = [here.call('checkout', slow), here.call('checkout', slow)]
    // One of two under the same key is turned away only where the other already has its turn.
    expect(await Promise.race(twins)).toMatchObject({ status: 409, code: 'checkout_in_progress' })
    const quick = await placeOrder(there, [storyCard.harborEcode(2)])
    const [first] = (await Promise.all(twins)).toSorted((a, b) => a.status - b.status)
    // Orders are numbered when they are placed: the quick checkout waited for the slow one.
    expect(first).toMatchObject({ status: 201, body: { buyOrder: { id: 100_001 } } })
    expect(quick.id).toBe(100_002)
  })

  it('never spend the same money twice', { meta: { rules: ['8-05'] } }, async () => {
    const poor = 'elite-poor@example.com'
    const sessions = [await sandbox.partner(poor), await sandbox.partner(poor), await sandbox.partner(poor)]
    const sale = checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    const answers = await Promise.all(sessions.map((partner) => partner.call('checkout', sale)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 400])
    const account = await sessions[0]!.want('getDrawdownAccount', 200)
    expect(account.availableBalance).toBe(0.28)
  })
})

describe('the lifetime of a token', () => {
  it('is told alike in body and header', { meta: { rules: ['8-06'] } }, async () => {
    const partner = await sandbox.partner()
    const { body, headers } = await partner.call('createSession')
    const { expiresInSeconds } = body as { expiresInSeconds: number }
    expect(headers.get('x-token-exp-seconds')).toBe(String(expiresInSeconds))
  })

  it('is told alike for another lifetime', { meta: { rules: ['8-06'] } }, async () => {
    const brief = await startSandbox({ TOKEN_TTL_SECONDS: '900' })
    const partner = await brief.partner()
    const { body, headers } = await partner.call('createSession')
    await brief.close()
    expect(body).toMatchObject({ expiresInSeconds: 900 })
    expect(headers.get('x-token-exp-seconds')).toBe('900')
  })
})

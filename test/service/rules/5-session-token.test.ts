import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bearer,
  checkoutOf,
  claimsOf,
  everyCall,
  type Exchange,
  fillCart,
  type Partner,
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

const buy = { body: { action: 'buy' } }
const noToken = { status: 400, messages: ['no Authorization token was found'] }
const callsWithToken = everyCall.filter(([id]) => id !== 'createSession')

describe('the session token', () => {
  it.each(callsWithToken)(
    'is asked for by %s',
    { meta: { rules: ['5-02', '5-13', '7-02'] } },
    async (id, call) => {
      const partner = await sandbox.partner()
      expect(await partner.call(id, { ...call, headers: { authorization: null } })).toMatchObject(noToken)
      const bare = { authorization: partner.token }
      expect(await partner.call(id, { ...call, headers: bare })).toMatchObject(noToken)
    },
  )

  it.each(callsWithToken)('expires for %s', { meta: { rules: ['5-12', '7-02'] } }, async (id, call) => {
    const partner = await sandbox.partner()
    await sandbox.advance(3600)
    const answer = await partner.call(id, call)
    expect(answer).toMatchObject({ ...noToken, code: 'token_expired' })
  })

  it('is good for all later requests', { meta: { rules: ['5-06'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const headers = bearer(partner.token)
    const cart = await fillCart(partner, [storyCard.harborEcode(2)])
    const { cartId } = cart
    const path = { cartId, cardId: cart.cards[0]!.id, couponCode: 'SAVE10' }
    const cards = [storyCard.harborEcode()]
    const { buyOrder } = await partner.want('checkout', 201, { ...checkoutOf(cards), headers })
    const answers = [
      await partner.call('createCart', { ...buy, headers }),
      await partner.call('addCards', { path: { cartId }, body: { cards }, headers }),
      await partner.call('adjustCardQuantity', { path, body: { qty: 1 }, headers }),
      await partner.call('applyCoupon', { path, headers }),
      await partner.call('removeCoupon', { path, headers }),
      await partner.call('removeCard', { path, headers }),
      await partner.call('getOrder', { path: { orderId: buyOrder.orderId }, headers }),
      await partner.call('getWalletCard', { path: { cardId: buyOrder.cards[0]!.id }, headers }),
      await partner.call('getSecureData', { path: { cardId: buyOrder.cards[0]!.id }, headers }),
      await partner.call('getDrawdownAccount', { headers }),
      await partner.call('listDrawdownTransactions', { headers }),
    ]
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toEqual([200, 201, 200, 200, 200, 200, 200, 200, 200, 200, 200])
  })
})

describe('the login', () => {
  it('answers a token with the identity', { meta: { rules: ['5-15'] } }, async () => {
    const partner = await sandbox.partner()
    const anonymous = partner.token
    expect(claimsOf(anonymous).sub).toBeUndefined()
    const { headers, body } = await partner.login('elite@example.com')
    const token = headers.get('authorization') ?? ''
    const { customer } = body as { customer: { id: number } }
    expect(claimsOf(token)).toMatchObject({ sub: String(customer.id), sid: claimsOf(anonymous).sid })
    const asNobody = await partner.call('getDrawdownAccount', { headers: bearer(anonymous) })
    expect(asNobody).toMatchObject({ status: 401, code: 'login_required' })
    const asCustomer = await partner.call('getDrawdownAccount', { headers: bearer(token) })
    expect(asCustomer).toMatchObject({ status: 200, body: { balance: 1500 } })
  })
})

describe('the drawdown features', () => {
  it('need an Elite account', { meta: { rules: ['5-16'] } }, async () => {
    const elite = await featuresOf(await sandbox.partner('elite@example.com'))
    expect(elite.map(({ status }) => status)).toEqual([200, 200, 201])
    const standard = await featuresOf(await sandbox.partner('standard@example.com'))
    expect(standard.map(({ status, code }) => [status, code])).toEqual([
      [403, 'drawdown_not_authorized'],
      [403, 'drawdown_not_authorized'],
      [400, 'drawdown_not_authorized'],
    ])
    const nobody = await featuresOf(await sandbox.partner())
    expect(nobody.map(({ status }) => status)).toEqual([401, 401, 401])
  })
})

async function featuresOf(partner: Partner): Promise<Exchange[]> {
  return [
    await partner.call('getDrawdownAccount'),
    await partner.call('listDrawdownTransactions'),
    await partner.call('checkout', checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT)),
  ]
}

import { describe, expect, it } from 'vitest'
import {
  checkoutOf,
  type Exchange,
  fillCart,
  type Partner,
  send,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const perMinute = 40
const sandbox = await useSandbox({ RATE_LIMIT_PER_MINUTE: String(perMinute) })
const unlimited = await useSandbox()

type Left = Readonly<Record<string, { readonly r: number; readonly t: number }>>

const policiesOf = ({ headers }: Exchange): readonly string[] =>
  (headers.get('ratelimit-policy') ?? '').split(', ')

/** Returns the remaining requests and seconds of each limit in a response. */
function leftOf({ headers }: Exchange): Left {
  const items = (headers.get('ratelimit') ?? '').split(', ')
  return Object.fromEntries(
    items.map((item) => {
      const [, name = '', r, t] = /^"([a-z-]+)";r=(\d+);t=(\d+)$/.exec(item) ?? []
      return [name, { r: Number(r), t: Number(t) }]
    }),
  )
}

/** The limits toward which every request with valid credentials counts. */
const requests = [`"address-requests";q=${20 * perMinute};w=60`, `"requests";q=${perMinute};w=60`]
const newCart = { body: { action: 'buy' } }

const logIn = (partner: Partner, email: string, password = 'wrong'): Promise<Exchange> =>
  partner.call('login', { body: { customer: { email, password } } })

describe('the limit of requests', () => {
  it('is told on success and on error', { meta: { rules: ['D14-25'] } }, async () => {
    const partner = await sandbox.partner()
    const exchanges = [
      await partner.call('createCart', newCart),
      await partner.call('createCart', { body: {} }),
      await partner.call('getDrawdownAccount'),
    ]
    expect(exchanges.map(({ status }) => status)).toStrictEqual([201, 400, 401])
    expect(exchanges.map(policiesOf)).toStrictEqual([requests, requests, requests])
    const left = exchanges.map((exchange) => leftOf(exchange)['requests'])
    expect(left.map((one) => one?.r)).toStrictEqual([perMinute - 1, perMinute - 2, perMinute - 3])
    for (const one of left) expect(one?.t).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60)
  })

  it('is used up in the 429 that it causes', { meta: { rules: ['D14-26'] } }, async () => {
    const partner = await sandbox.partner()
    const exchanges: Exchange[] = []
    for (let count = 0; count <= perMinute; count += 1)
      exchanges.push(await partner.call('createCart', newCart))
    expect(exchanges.slice(-2).map(({ status }) => status)).toStrictEqual([200, 429])
    expect(exchanges.slice(-2).map((one) => leftOf(one)['requests']?.r)).toStrictEqual([0, 0])
    const last = exchanges.at(-1) as Exchange
    expect(last.headers.get('retry-after')).toBe(String(leftOf(last)['requests']?.t))
    expect(policiesOf(last)).toStrictEqual(requests)
  })

  it('is used up where a trigger forces the 429', { meta: { rules: ['D14-26'] } }, async () => {
    const partner = await sandbox.partner()
    const forced = await partner.call('createCart', {
      ...newCart,
      headers: { 'x-sandbox-trigger': 'rate_limited' },
    })
    expect([forced.status, forced.headers.get('retry-after')]).toStrictEqual([429, '60'])
    expect(leftOf(forced)['requests']).toStrictEqual({ r: 0, t: 60 })
    expect(leftOf(await partner.call('createCart', newCart))['requests']?.r).toBe(perMinute - 1)
  })

  it('is not told where there is none', { meta: { rules: ['D14-25'] } }, async () => {
    const partner = await unlimited.partner()
    const { headers } = await partner.call('createCart', newCart)
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toStrictEqual([null, null])
    expect(Object.keys(leftOf(await logIn(partner, 'elite@example.com')))).toStrictEqual(['login-attempts'])
  })
})

describe('the limit of an address', () => {
  it('holds for all sessions of an application together', { meta: { rules: ['D14-33'] } }, async () => {
    await sandbox.reset()
    const sessions: Partner[] = []
    for (let count = 0; count < 20; count += 1) sessions.push(await sandbox.partner())
    const statuses: number[] = []
    for (const session of sessions) {
      for (let count = 0; count < perMinute; count += 1)
        statuses.push((await session.call('createCart', newCart)).status)
    }
    // The requests that opened the sessions also counted.
    expect(statuses.indexOf(429)).toBe(20 * perMinute - 20)
    const stopped = await (sessions[19] as Partner).call('createCart', newCart)
    expect([stopped.status, leftOf(stopped)['address-requests']?.r]).toStrictEqual([429, 0])
    const other = { method: 'post', path: '/v3/session', headers: { 'x-cc-app': 'demo-app-2' } }
    expect((await send(sandbox.url, other)).status).toBe(200)
    await sandbox.reset()
  })
})

describe('the limit of refused credentials', () => {
  it('is told to the address that was refused', { meta: { rules: ['D14-25'] } }, async () => {
    const refused: Exchange[] = []
    for (let count = 0; count < 2; count += 1)
      refused.push(
        await send(sandbox.url, { method: 'post', path: '/v3/session', headers: { 'x-cc-app': 'nobody' } }),
      )
    expect(refused.map(({ status }) => status)).toStrictEqual([401, 401])
    expect(refused.map(policiesOf)).toStrictEqual([
      [requests[0], '"refused-credentials";q=60;w=60'],
      [requests[0], '"refused-credentials";q=60;w=60'],
    ])
    expect(refused.map((one) => leftOf(one)['refused-credentials']?.r)).toStrictEqual([59, 58])
  })
})

describe('the limits of logins', () => {
  const policies = [
    ...requests,
    '"login-failures";q=5;w=900',
    '"login-guesses";q=50;w=3600',
    '"login-attempts";q=10;w=60',
  ]

  it('tell an address its own attempts', { meta: { rules: ['D14-25'] } }, async () => {
    const partner = await sandbox.partner()
    const first = await logIn(partner, 'elite@example.com', 'correct-horse-battery')
    await sandbox.advance(20)
    const second = await logIn(partner, 'standard@example.com')
    expect([first.status, second.status]).toStrictEqual([200, 401])
    expect([first, second].map(policiesOf)).toStrictEqual([policies, policies])
    expect(leftOf(first)['login-attempts']).toStrictEqual({ r: 9, t: 60 })
    expect(leftOf(second)['login-attempts']).toStrictEqual({ r: 8, t: 40 })
  })

  it('are used up in the 429 of an address', { meta: { rules: ['D14-26'] } }, async () => {
    const partner = await sandbox.partner()
    for (let attempt = 1; attempt <= 10; attempt += 1)
      await logIn(partner, 'elite@example.com', 'correct-horse-battery')
    await sandbox.advance(10)
    const stopped = await logIn(partner, 'elite@example.com', 'correct-horse-battery')
    expect([stopped.status, stopped.headers.get('retry-after')]).toStrictEqual([429, '50'])
    expect(leftOf(stopped)['login-attempts']).toStrictEqual({ r: 0, t: 50 })
  })

  it.each(['standard@example.com', 'nobody@example.com'])(
    'tell nothing of the failures of %s until none is left',
    { meta: { rules: ['D14-27', 'D14-26'] } },
    async (email) => {
      const partner = await sandbox.partner()
      for (let failure = 1; failure <= 5; failure += 1) {
        const failed = await logIn(partner, email)
        expect(failed.status).toBe(401)
        expect(Object.keys(leftOf(failed))).toStrictEqual(['address-requests', 'requests', 'login-attempts'])
      }
      await sandbox.advance(60)
      const stopped = await logIn(partner, email, 'correct-horse-battery')
      expect([stopped.status, stopped.headers.get('retry-after')]).toStrictEqual([429, String(14 * 60)])
      expect(leftOf(stopped)).toMatchObject({
        'login-failures': { r: 0, t: 14 * 60 },
        'login-attempts': { r: 10, t: 60 },
      })
    },
  )
})

describe('the limit of unknown coupon codes', () => {
  it('is told by coupons and checkouts with a code', { meta: { rules: ['D14-25'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const { cartId } = await fillCart(partner, [storyCard.harborEcode()])
    const apply = (couponCode: string) => partner.call('applyCoupon', { path: { cartId, couponCode } })
    const buy = (more: { readonly couponCode?: string }) =>
      partner.call('checkout', checkoutOf([storyCard.harborEcode()], storyPayments.ACH, more))
    const exchanges = [await apply('NOPE'), await buy({ couponCode: 'NOPE' }), await apply('SAVE10')]
    expect(exchanges.map(({ status }) => status)).toStrictEqual([400, 400, 200])
    expect(exchanges.map((one) => leftOf(one)['unknown-coupons'])).toStrictEqual([
      { r: 19, t: 900 },
      { r: 18, t: 900 },
      { r: 18, t: 900 },
    ])
    expect(policiesOf(exchanges[0] as Exchange)).toStrictEqual([...requests, '"unknown-coupons";q=20;w=900'])
    const bought = await buy({})
    expect([bought.status, policiesOf(bought)]).toStrictEqual([201, requests])
  })

  it('is used up in the 429 that it causes', { meta: { rules: ['D14-26'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const { cartId } = await fillCart(partner, [storyCard.harborEcode()])
    const apply = (couponCode: string) => partner.call('applyCoupon', { path: { cartId, couponCode } })
    for (let count = 1; count <= 20; count += 1) await apply(`GUESS${count}`)
    await sandbox.advance(60)
    const stopped = await apply('SAVE10')
    expect([stopped.status, stopped.headers.get('retry-after')]).toStrictEqual([429, String(14 * 60)])
    expect(leftOf(stopped)['unknown-coupons']).toStrictEqual({ r: 0, t: 14 * 60 })
  })
})

import { describe, expect, it } from 'vitest'
import { describeCarts } from './describe-carts.ts'
import type { LiveCart } from './sandbox-data.ts'
import { sampleCart, withCoupon } from './sample-snapshot.fixture.ts'

const listed = (carts: readonly LiveCart[], cartCount = carts.length) => ({ carts: [...carts], cartCount })
const textsOf = (before: readonly LiveCart[], after: readonly LiveCart[]) =>
  describeCarts(listed(before), listed(after)).map(({ text }) => text)

const cart = sampleCart('a', [2, 1])
const anonymous = sampleCart('a', [2, 1], { customer: null, sessionId: 'session' })

describe('describeCarts', () => {
  const discounted = withCoupon(cart, 'SAVE10', 18.46)
  it.each<[string, readonly LiveCart[], readonly LiveCart[], string | undefined]>([
    ['a new cart', [], [cart], 'New cart of elite@example.com: 3 cards'],
    ['a new anonymous cart', [], [anonymous], 'New cart of an anonymous session: 3 cards'],
    ['other cards', [cart], [sampleCart('a', [1])], 'The cart of elite@example.com holds 1 card'],
    ['a coupon', [cart], [discounted], 'The cart of elite@example.com has the coupon SAVE10'],
    ['no coupon', [discounted], [cart], 'The cart of elite@example.com no longer has a coupon'],
    ['a login', [anonymous], [cart], 'The cart of elite@example.com was that of an anonymous session'],
    ['a cart that is gone', [cart], [], 'The cart of elite@example.com is gone'],
    ['more time', [cart], [{ ...cart, expiresAt: '2026-01-15T13:00:00.000Z' }], undefined],
  ])('reports %s', (_title, before, after, text) => {
    expect(textsOf(before, after)).toStrictEqual(text === undefined ? [] : [text])
  })

  it('takes no cart beyond the limit for new or gone', () => {
    const [a, b] = [sampleCart('a', [1]), sampleCart('b', [1])]
    expect(describeCarts(listed([a], 2), listed([b], 2))).toStrictEqual([])
  })
})

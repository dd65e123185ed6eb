import { describe, expect, it } from 'vitest'
import { describeCarts } from './describe-carts.ts'
import type { LiveCart } from './sandbox-data.ts'
import { sampleCart, withCoupon } from './sample-snapshot.fixture.ts'

const listed = (carts: readonly LiveCart[], cartCount = carts.length) => ({ carts: [...carts], cartCount })
const told = (before: readonly LiveCart[], after: readonly LiveCart[]) =>
  describeCarts(listed(before), listed(after)).map(({ text }) => text)

const cart = sampleCart('a', [2, 1])
const anonymous = sampleCart('a', [2, 1], { customer: null, sessionId: 'session' })

describe('describeCarts', () => {
  it('tells of a new cart', () => {
    expect(told([], [cart])).toStrictEqual(['New cart of elite@example.com: 3 cards'])
    expect(told([], [anonymous])).toStrictEqual(['New cart of an anonymous session: 3 cards'])
  })

  it('tells how many cards a cart holds', () => {
    expect(told([cart], [sampleCart('a', [1])])).toStrictEqual(['The cart of elite@example.com holds 1 card'])
  })

  it('tells of a coupon that came or went', () => {
    const discounted = withCoupon(cart, 'SAVE10', 18.46)
    expect(told([cart], [discounted])).toStrictEqual(['The cart of elite@example.com has the coupon SAVE10'])
    expect(told([discounted], [cart])).toStrictEqual(['The cart of elite@example.com no longer has a coupon'])
  })

  it('tells whose cart a login has taken over', () => {
    expect(told([anonymous], [cart])).toStrictEqual([
      'The cart of elite@example.com was that of an anonymous session',
    ])
  })

  it('tells that a cart is gone', () => {
    expect(told([cart], [])).toStrictEqual(['The cart of elite@example.com is gone'])
  })

  it('says nothing of a cart that only lasts longer', () => {
    expect(told([cart], [{ ...cart, expiresAt: '2026-01-15T13:00:00.000Z' }])).toStrictEqual([])
  })

  it('takes no cart beyond the limit for new or gone', () => {
    const [a, b] = [sampleCart('a', [1]), sampleCart('b', [1])]
    expect(describeCarts(listed([a], 2), listed([b], 2))).toStrictEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { cartTotal } from './cart-total.ts'
import { sampleCart, withCoupon } from './sample-snapshot.fixture.ts'

describe('cartTotal', () => {
  it('is exact to the cent', () => {
    expect(cartTotal(sampleCart('a', [2, 1]).cart)).toBe(137.25)
    const { cart } = sampleCart('a', [1, 1, 1])
    const dimes = { ...cart, cards: cart.cards.map((card) => ({ ...card, cost: 0.1 })) }
    expect(cartTotal(dimes)).toBe(0.3)
  })

  it('is less by the coupon', () => {
    expect(cartTotal(withCoupon(sampleCart('a', [1]), 'SAVE10', 4.58).cart)).toBe(41.17)
  })

  it('is nothing for an empty cart', () => {
    expect(cartTotal(sampleCart('a', []).cart)).toBe(0)
  })
})

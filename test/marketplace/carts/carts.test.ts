import { describe, expect, it } from 'vitest'
import { addCards, createCart } from '@giftcards/marketplace'
import { anonymous, checkoutLine, elite } from '@giftcards/marketplace/testing'
import { stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()

describe('createCart', () => {
  it('answers the active cart, empty or not', { meta: { rules: ['3.1-01', '8-01'] } }, async () => {
    const { cart, isNew } = await createCart(market.deps, elite)
    expect([isNew, cart]).toMatchObject([true, { lines: [], coupon: null, warning: null }])
    expect(await createCart(market.deps, elite)).toStrictEqual({ cart, isNew: false })
    await addCards(market.deps, elite, cart.id, [checkoutLine()])
    const again = await createCart(market.deps, elite)
    expect(again).toMatchObject({ isNew: false, cart: { id: cart.id, lines: [{ quantity: 1 }] } })
  })

  it('makes one cart for concurrent calls', { meta: { rules: ['3.1-01', '8-01', 'D4-36'] } }, async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => createCart(market.deps, elite)))
    expect(new Set(made.map(({ cart }) => cart.id)).size).toBe(1)
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1)
  })

  it('keeps the carts of sessions apart', { meta: { rules: ['1-01', 'D4-33'] } }, async () => {
    const mine = await createCart(market.deps, anonymous)
    const theirs = await createCart(market.deps, { ...anonymous, sessionId: 'another' })
    expect(theirs.cart.id).not.toBe(mine.cart.id)
  })

  it('shares one cart among an account’s sessions', { meta: { rules: ['3.1-01'] } }, async () => {
    const here = await createCart(market.deps, elite)
    const there = await createCart(market.deps, { ...elite, sessionId: 'another' })
    expect(there.cart.id).toBe(here.cart.id)
  })

  it('replaces an expired cart and frees it', { meta: { rules: ['D4-29', 'D4-30', 'D4-31'] } }, async () => {
    const { cart } = await createCart(market.deps, elite)
    await addCards(market.deps, elite, cart.id, [checkoutLine({ quantity: 3 })])
    market.clock.advance(30 * 60)
    const { cart: fresh, isNew } = await createCart(market.deps, elite)
    expect([isNew, fresh.id === cart.id, fresh.lines]).toEqual([true, false, []])
    expect(await stockOf(market, 101)).toEqual([5, 0])
  })

  it('does not lengthen the life of a cart', { meta: { rules: ['D4-28'] } }, async () => {
    await createCart(market.deps, elite)
    market.clock.advance(29 * 60)
    expect((await createCart(market.deps, elite)).isNew).toBe(false)
    market.clock.advance(60)
    expect((await createCart(market.deps, elite)).isNew).toBe(true)
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import {
  addCards,
  adjustQuantity,
  applyCoupon,
  createCart,
  removeCard,
  removeCoupon,
  sweep,
} from '@giftcards/marketplace'
import { anonymous, checkoutLine, elite, refusalOf, valueOf } from '@giftcards/marketplace/testing'
import { stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const minute = 60
const market = useMarketplace()
let cartId: string
let lineId: string
beforeEach(async () => {
  cartId = (await createCart(market.deps, elite)).cart.id
  const wanted = [checkoutLine({ quantity: 5 })]
  lineId = valueOf(await addCards(market.deps, elite, cartId, wanted)).cart.lines[0]?.id ?? ''
})

describe('cart expiry', () => {
  it('comes 30 minutes after the last change', { meta: { rules: ['D4-26', 'D4-30'] } }, async () => {
    market.clock.advance(30 * minute - 0.001)
    expect((await createCart(market.deps, elite)).cart.id).toBe(cartId)
    market.clock.advance(0.001)
    expect(refusalOf(await applyCoupon(market.deps, elite, cartId, 'SAVE10'))).toBe('cart_not_found')
  })

  it('comes after the configured time', { meta: { rules: ['D4-26'] } }, async () => {
    const deps = { ...market.deps, settings: { cartTtlMs: 5000 } }
    const { cart } = await createCart(deps, anonymous)
    market.clock.advance(5)
    expect(refusalOf(await addCards(deps, anonymous, cart.id, [checkoutLine()]))).toBe('cart_not_found')
  })

  it('slides with every successful change', { meta: { rules: ['D4-27'] } }, async () => {
    const changes = [
      () => adjustQuantity(market.deps, elite, cartId, lineId, -1),
      () => applyCoupon(market.deps, elite, cartId, 'SAVE10'),
      () => removeCoupon(market.deps, elite, cartId, 'SAVE10'),
      () => addCards(market.deps, elite, cartId, [checkoutLine()]),
      () => removeCard(market.deps, elite, cartId, lineId),
    ]
    for (const change of changes) {
      market.clock.advance(29 * minute)
      expect(refusalOf(await change())).toBe('done')
    }
  })

  it('does not slide with a refused change', { meta: { rules: ['D4-28'] } }, async () => {
    market.clock.advance(29 * minute)
    expect(refusalOf(await applyCoupon(market.deps, elite, cartId, 'NOPE'))).toBe('coupon_not_found')
    market.clock.advance(1 * minute)
    expect(refusalOf(await applyCoupon(market.deps, elite, cartId, 'SAVE10'))).toBe('cart_not_found')
  })

  it('frees the cards for the next who asks', { meta: { rules: ['3.1-15', 'D4-29', 'D4-31'] } }, async () => {
    const { cart } = await createCart(market.deps, anonymous)
    market.clock.advance(29 * minute)
    await addCards(market.deps, anonymous, cart.id, [checkoutLine()])
    market.clock.advance(1 * minute)
    const { cart: grown } = valueOf(
      await addCards(market.deps, anonymous, cart.id, [checkoutLine({ quantity: 4 })]),
    )
    expect(grown.lines.map((line) => [line.isLowRisk, line.quantity])).toEqual([
      [true, 1],
      [false, 4],
    ])
  })

  it('is seen by the sweep', { meta: { rules: ['D4-32'] } }, async () => {
    market.clock.advance(30 * minute)
    expect(await sweep(market.deps)).toBe(1)
    expect(await stockOf(market, 101)).toEqual([5, 0])
    expect(await sweep(market.deps)).toBe(0)
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { addCards, applyCoupon, createCart, removeCard } from '@giftcards/marketplace'
import { checkoutLine, elite, physicalLine, refusalOf, valueOf } from '@giftcards/marketplace/testing'
import { stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()
let cartId: string
let lineId: string
beforeEach(async () => {
  cartId = (await createCart(market.deps, elite)).cart.id
  const wanted = [checkoutLine({ quantity: 3 }), physicalLine]
  lineId = valueOf(await addCards(market.deps, elite, cartId, wanted)).cart.lines[0]?.id ?? ''
})

describe('removeCard', () => {
  it('takes the whole line and frees it', { meta: { rules: ['3.1-07', '4.4-24'] } }, async () => {
    const { cart } = valueOf(await removeCard(market.deps, elite, cartId, lineId))
    expect(cart.lines).toMatchObject([{ type: 'physical', quantity: 1 }])
    expect(await stockOf(market, 101)).toEqual([5, 0])
  })

  it('refuses a line that is gone', { meta: { rules: ['3.1-08'] } }, async () => {
    await removeCard(market.deps, elite, cartId, lineId)
    expect(refusalOf(await removeCard(market.deps, elite, cartId, lineId))).toBe('cart_card_not_found')
  })

  it('works the coupon out again', async () => {
    await applyCoupon(market.deps, elite, cartId, 'SAVE10')
    const { cart } = valueOf(await removeCard(market.deps, elite, cartId, lineId))
    expect(cart.coupon?.discountCents).toBe(930)
  })

  it('warns where the coupon has nothing left', { meta: { rules: ['D5-13'] } }, async () => {
    await applyCoupon(market.deps, elite, cartId, 'SAVE10')
    const { cart } = valueOf(await removeCard(market.deps, elite, cartId, lineId))
    const last = cart.lines[0]?.id ?? ''
    expect(valueOf(await removeCard(market.deps, elite, cartId, last)).cart).toMatchObject({
      lines: [],
      coupon: { discountCents: 0, lines: [] },
      warning: 'Coupon no longer applies to any card in the cart',
    })
  })
})

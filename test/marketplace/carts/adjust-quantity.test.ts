import { beforeEach, describe, expect, it } from 'vitest'
import { addCards, adjustQuantity, createCart } from '@giftcards/marketplace'
import { checkoutLine, elite, refusalOf, valueOf } from '@giftcards/marketplace/testing'
import { bookEntries, stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()
let cartId: string
let lineId: string
beforeEach(async () => {
  cartId = (await createCart(market.deps, elite)).cart.id
  const { cart } = valueOf(await addCards(market.deps, elite, cartId, [checkoutLine({ quantity: 3 })]))
  lineId = cart.lines[0]?.id ?? ''
})
const adjust = (by: number, line = lineId) => adjustQuantity(market.deps, elite, cartId, line, by)

describe('adjustQuantity', () => {
  it('adds cards and reserves them', { meta: { rules: ['3.1-06', '4.4-18'] } }, async () => {
    const { cart, requested, added } = valueOf(await adjust(2))
    expect([requested, added]).toEqual([2, 2])
    expect(cart.lines).toMatchObject([{ id: lineId, quantity: 5 }])
    expect(await stockOf(market, 101)).toEqual([5, 5])
  })

  it('takes cards away and frees them', { meta: { rules: ['3.1-06', '4.4-19'] } }, async () => {
    const { cart, requested, added } = valueOf(await adjust(-2))
    expect([requested, added]).toEqual([-2, -2])
    expect(cart.lines).toMatchObject([{ id: lineId, quantity: 1 }])
    expect(await stockOf(market, 101)).toEqual([5, 1])
  })

  it.each([-3, -4, -100])(
    'never takes the last card: %i',
    { meta: { rules: ['4.4-20', 'D4-17'] } },
    async (by) => {
      const before = await bookEntries(market)
      expect(refusalOf(await adjust(by))).toBe('quantity_below_one')
      expect(await bookEntries(market)).toEqual(before)
    },
  )

  it('adds as many as there are', { meta: { rules: ['3.1-05', 'D4-18'] } }, async () => {
    const { cart, requested, added } = valueOf(await adjust(100))
    expect([requested, added]).toEqual([100, 7])
    expect(cart.lines).toMatchObject([
      { id: lineId, isLowRisk: false, quantity: 5 },
      { isLowRisk: true, quantity: 5 },
    ])
  })

  it('draws on ordinary stock for a low-risk line', { meta: { rules: ['D13-09'] } }, async () => {
    const lowRisk = valueOf(await adjust(4)).cart.lines[1]?.id ?? ''
    await adjust(-3)
    const { cart } = valueOf(await adjust(4, lowRisk))
    expect(cart.lines.map((line) => line.quantity)).toEqual([5, 3])
  })

  it('frees from the line that is adjusted', { meta: { rules: ['3.1-06'] } }, async () => {
    const lowRisk = valueOf(await adjust(5)).cart.lines[1]?.id ?? ''
    await adjust(-2, lowRisk)
    expect(await stockOf(market, 101, { isLowRisk: true })).toEqual([5, 1])
    expect(await stockOf(market, 101)).toEqual([5, 5])
  })

  it('refuses more than 500 cards', { meta: { rules: ['D4-21'] } }, async () => {
    const bulk = checkoutLine({
      merchantId: 102,
      type: 'newEcodeB2B',
      faceValueCents: 2500,
      percentOffBps: 330,
    })
    for (const quantity of [100, 100, 100, 100, 97]) {
      await addCards(market.deps, elite, cartId, [{ ...bulk, quantity }])
    }
    expect(refusalOf(await adjust(1))).toBe('too_many_cards')
    expect(refusalOf(await adjust(-1))).toBe('done')
    expect(refusalOf(await adjust(1))).toBe('done')
  })
})

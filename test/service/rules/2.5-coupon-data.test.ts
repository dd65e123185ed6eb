import { describe, expect, it } from 'vitest'
import { type Cart, fillCart, schemaOf, shapeOf, storyCards, typesIn } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

type CouponData = NonNullable<Cart['couponData']>

describe('CouponData', () => {
  it('has exactly its stated fields', { meta: { rules: ['2.5-01'] } }, async () => {
    expect(shapeOf('CouponData')).toStrictEqual({
      id: 'integer',
      type: 'string',
      coupon: 'string',
      totalAmount: 'number',
      discount: 'number',
      description: 'string',
      expires: 'string',
      usage: 'integer',
      cards: 'array',
    })
    const { coupon } = await applied('SAVE10')
    expect(typesIn(coupon)).toStrictEqual({
      id: 'number',
      type: 'string',
      coupon: 'string',
      totalAmount: 'number',
      discount: 'number',
      description: 'string',
      expires: 'string',
      usage: 'number',
      cards: 'array',
    })
  })

  it.each([
    ['SAVE10', 'P', 10, 18.46],
    ['FIVEOFF', 'F', 5, 5],
    ['PROMO20', 'S', 20, 20],
  ])(
    'states kind and amount of %s',
    { meta: { rules: ['2.5-02', '2.5-03', '2.5-04', '2.5-05', 'D5-01'] } },
    async (code, type, totalAmount, discount) => {
      const { coupon } = await applied(code)
      expect(coupon).toMatchObject({ coupon: code, type, totalAmount, discount })
      expect(cents(coupon.cards.map((card) => card.discount))).toBe(Math.round(discount * 100))
    },
  )

  it('knows no other kind than P, F and S', { meta: { rules: ['2.5-02'] } }, () => {
    expect(schemaOf('CouponData').properties?.['type']).toMatchObject({ enum: ['P', 'F', 'S'] })
  })

  it('follows the cart as it changes', { meta: { rules: ['2.5-05', '4.5-09', 'D5-10'] } }, async () => {
    const { partner, cart, coupon } = await applied('SAVE10')
    expect(coupon.discount).toBe(18.46)
    const path = { cartId: cart.cartId, cardId: cart.cards[1]!.id }
    const smaller = await partner.want('removeCard', 200, { path })
    expect(smaller.couponData?.discount).toBe(9.16)
    expect(smaller.couponData?.cards).toStrictEqual([
      { id: cart.cards[0]!.id, perCardDiscount: 4.58, discount: 9.16 },
    ])
  })

  it.each(['SAVE10', 'FIVEOFF', 'PROMO20', 'NORTHWIND15', 'ELITE5'])(
    'describes %s in words, with its last day',
    { meta: { rules: ['2.5-06', '2.5-07'] } },
    async (code) => {
      const { coupon } = await applied(code)
      expect(coupon.description.split(' ').length).toBeGreaterThan(2)
      expect(coupon.description).not.toContain(code)
      expect(coupon.expires).toBe('12/31/2099')
    },
  )

  it('declares its last day as MM/DD/YYYY', { meta: { rules: ['2.5-07'] } }, () => {
    const pattern = new RegExp(schemaOf('CouponData').properties?.['expires']?.pattern ?? '')
    const dates = ['12/31/2099', '31/12/2099', '2099-12-31', '1/1/2099', '12/31/99']
    expect(dates.filter((date) => pattern.test(date))).toEqual(['12/31/2099'])
  })

  it('has an entry per discounted card', { meta: { rules: ['2.5-09', '2.5-10'] } }, async () => {
    expect(shapeOf('CouponCard')).toStrictEqual({
      id: 'string',
      perCardDiscount: 'number',
      discount: 'number',
    })
    const { cart, coupon } = await applied('SAVE10')
    expect(coupon.cards).toStrictEqual([
      { id: cart.cards[0]!.id, perCardDiscount: 4.58, discount: 9.16 },
      { id: cart.cards[1]!.id, perCardDiscount: 9.3, discount: 9.3 },
    ])
  })
})

/** Fills a cart with the story's cards, and applies this coupon. */
async function applied(couponCode: string, email = 'elite@example.com') {
  const partner = await sandbox.partner(email)
  const { cartId } = await fillCart(partner, storyCards)
  const cart = await partner.want('applyCoupon', 200, { path: { cartId, couponCode } })
  return { partner, cart, coupon: cart.couponData as CouponData }
}

const cents = (dollars: readonly number[]): number =>
  Math.round(dollars.reduce((sum, amount) => sum + amount, 0) * 100)

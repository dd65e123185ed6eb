import { describe, expect, it } from 'vitest'
import { fillCart, shapeOf, storyCard, typesIn, uuid } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const buy = { body: { action: 'buy' } }

describe('Cart', () => {
  it('has exactly its stated fields', { meta: { rules: ['2.2-01'] } }, async () => {
    expect(shapeOf('Cart')).toStrictEqual({
      cartId: 'string',
      cards: 'array',
      couponData: 'object|null',
      'warningMessage?': 'string',
    })
    const partner = await sandbox.partner('elite@example.com')
    const { cartId, ...rest } = await fillCart(partner, [storyCard.northwindEcode(), storyCard.harborEcode()])
    expect(typesIn({ cartId, ...rest })).toStrictEqual({
      cartId: 'string',
      cards: 'array',
      couponData: 'null',
    })
    const warned = await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'NORTHWIND15' } })
    expect(typesIn(warned)).toStrictEqual({
      cartId: 'string',
      cards: 'array',
      couponData: 'object',
      warningMessage: 'string',
    })
  })

  it('is identified by a UUID of its own', { meta: { rules: ['2.2-02'] } }, async () => {
    const partners = [await sandbox.partner(), await sandbox.partner()]
    const carts = await Promise.all(partners.map((partner) => partner.want('createCart', 201, buy)))
    expect(carts.map(({ cartId }) => cartId)).toEqual([
      expect.stringMatching(uuid),
      expect.stringMatching(uuid),
    ])
    expect(carts[0]!.cartId).not.toBe(carts[1]!.cartId)
  })

  it(
    'begins without cards and coupon',
    { meta: { rules: ['2.2-03', '2.2-04', '3.1-02', '4.4-03'] } },
    async () => {
      const partner = await sandbox.partner()
      const cart = await partner.want('createCart', 201, buy)
      expect(cart).toStrictEqual({ cartId: cart.cartId, cards: [], couponData: null })
    },
  )

  it('carries its coupon while one is applied', { meta: { rules: ['2.2-04', '2.2-05'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const { cartId, couponData } = await fillCart(partner)
    expect(couponData).toBeNull()
    const path = { cartId, couponCode: 'SAVE10' }
    const applied = await partner.want('applyCoupon', 200, { path })
    expect(applied.couponData).toMatchObject({ coupon: 'SAVE10', discount: 18.46 })
    const again = await partner.want('createCart', 200, buy)
    expect(again.couponData).toStrictEqual(applied.couponData)
    const removed = await partner.want('removeCoupon', 200, { path })
    expect(removed.couponData).toBeNull()
  })
})

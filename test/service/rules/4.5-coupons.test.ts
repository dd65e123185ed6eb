import { beforeEach, describe, expect, it } from 'vitest'
import { type Cart, type Exchange, fillCart, type Partner, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
let partner: Partner
let cart: Cart
beforeEach(async () => {
  partner = await sandbox.partner('standard@example.com')
  cart = await fillCart(partner)
})

const apply = (couponCode: string): Promise<Exchange> =>
  partner.call('applyCoupon', { path: { cartId: cart.cartId, couponCode } })
const remove = (couponCode: string): Promise<Exchange> =>
  partner.call('removeCoupon', { path: { cartId: cart.cartId, couponCode } })
const activeCart = (): Promise<Cart> => partner.want('createCart', 200, { body: { action: 'buy' } })

describe('applyCoupon', () => {
  it('takes its code as a string in the path', { meta: { rules: ['4.5-02'] } }, async () => {
    for (const code of ['12345', 'true', 'NO SUCH/COUPON?', 'Ünïcode-€']) {
      const refused = await apply(code)
      expect([refused.status, refused.code]).toStrictEqual([400, 'coupon_not_found'])
    }
    expect((await apply('SAVE10')).body).toHaveProperty('couponData.coupon', 'SAVE10')
  })

  it('answers the full cart with couponData', { meta: { rules: ['4.5-03'] } }, async () => {
    const applied = await apply('SAVE10')
    const [ecodes, physical] = cart.cards
    const couponData = {
      id: 1,
      type: 'P',
      coupon: 'SAVE10',
      totalAmount: 10,
      discount: 18.46,
      description: '10% off every card',
      expires: '12/31/2099',
      usage: 1,
      cards: [
        { id: ecodes!.id, perCardDiscount: 4.58, discount: 9.16 },
        { id: physical!.id, perCardDiscount: 9.3, discount: 9.3 },
      ],
    }
    expect([applied.status, applied.body]).toStrictEqual([200, { ...cart, couponData }])
    expect(await activeCart()).toStrictEqual(applied.body)
  })

  it('warns when it fits only some cards', { meta: { rules: ['4.5-04', '2.2-06'] } }, async () => {
    const full = (await apply('NORTHWIND15')).body as Cart
    expect(full).not.toHaveProperty('warningMessage')
    await remove('NORTHWIND15')
    await fillCart(partner, [storyCard.harborB2B(2)])
    const applied = await apply('NORTHWIND15')
    expect(applied.status).toBe(200)
    const { couponData, warningMessage } = applied.body as Cart
    expect(warningMessage).toStrictEqual(expect.stringMatching(/./))
    expect(couponData?.cards.map(({ id }) => id)).toStrictEqual(cart.cards.map(({ id }) => id))
    expect(couponData?.discount).toBe(full.couponData?.discount)
  })
})

describe('removeCoupon', () => {
  it('answers the full cart with couponData null', { meta: { rules: ['4.5-11'] } }, async () => {
    await apply('SAVE10')
    const removed = await remove('SAVE10')
    expect([removed.status, removed.body]).toStrictEqual([200, { ...cart, couponData: null }])
    expect(await activeCart()).toStrictEqual(removed.body)
  })
})

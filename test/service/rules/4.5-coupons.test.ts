import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Cart,
  type Exchange,
  fillCart,
  operationObject,
  type Partner,
  type Sandbox,
  startSandbox,
  storyCard,
} from '@giftcards/test-harness'

let sandbox: Sandbox
let partner: Partner
let cart: Cart
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  partner = await sandbox.partner('standard@example.com')
  cart = await fillCart(partner)
})

const refusal = { message: ['Invalid coupon'] }

const apply = (couponCode: string): Promise<Exchange> =>
  partner.call('applyCoupon', { path: { cartId: cart.cartId, couponCode } })
const remove = (couponCode: string): Promise<Exchange> =>
  partner.call('removeCoupon', { path: { cartId: cart.cartId, couponCode } })
const activeCart = (): Promise<Cart> => partner.want('createCart', 200, { body: { action: 'buy' } })
const discountNow = async () => (await activeCart()).couponData?.discount

describe('applyCoupon', () => {
  it('takes no request body', { meta: { rules: ['4.5-01'] } }, async () => {
    expect(operationObject('applyCoupon')).not.toHaveProperty('requestBody')
    expect((await apply('SAVE10')).status).toBe(200)
  })

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

  it('warns when it fits only some cards', { meta: { rules: ['4.5-04', '4.5-07'] } }, async () => {
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

  it.each(['NOSUCHCODE', 'EXPIRED', 'USEDUP', 'FUTURE', 'ELITE5'])(
    'answers %s with Invalid coupon',
    { meta: { rules: ['4.5-05'] } },
    async (code) => {
      const refused = await apply(code)
      expect([refused.status, refused.body]).toStrictEqual([400, refusal])
      expect(await activeCart()).toStrictEqual(cart)
    },
  )

  it.each(['FIVEOFF', 'SAVE10'])(
    'refuses %s as a second coupon',
    { meta: { rules: ['4.5-06'] } },
    async (code) => {
      const applied = await apply('SAVE10')
      const refused = await apply(code)
      expect([refused.status, refused.code, refused.body]).toStrictEqual([
        400,
        'coupon_already_applied',
        refusal,
      ])
      expect(await activeCart()).toStrictEqual(applied.body)
      await remove('SAVE10')
      expect((await apply(code)).status).toBe(200)
    },
  )

  it('refuses where no card is of its merchant', { meta: { rules: ['4.5-07'] } }, async () => {
    for (const { id } of cart.cards) {
      await partner.want('removeCard', 200, { path: { cartId: cart.cartId, cardId: id } })
    }
    await fillCart(partner, [storyCard.harborB2B(2)])
    const refused = await apply('NORTHWIND15')
    expect([refused.status, refused.code, refused.body]).toStrictEqual([400, 'coupon_not_eligible', refusal])
    expect((await apply('SAVE10')).status).toBe(200)
  })

  it('refuses an account of another kind', { meta: { rules: ['4.5-08'] } }, async () => {
    const refused = await apply('ELITE5')
    expect([refused.status, refused.code, refused.body]).toStrictEqual([400, 'coupon_not_eligible', refusal])
    const elite = await sandbox.partner('elite@example.com')
    const { cartId } = await fillCart(elite)
    const applied = await elite.want('applyCoupon', 200, { path: { cartId, couponCode: 'ELITE5' } })
    expect(applied.couponData).toMatchObject({ coupon: 'ELITE5', discount: 9.23 })
  })

  it('follows the cart with its discount', { meta: { rules: ['4.5-09', 'D5-10'] } }, async () => {
    const [ecodes, physical] = cart.cards
    const at = (card: Cart['cards'][number]) => ({ cartId: cart.cartId, cardId: card.id })
    await apply('SAVE10')
    expect(await discountNow()).toBe(18.46)
    await partner.want('adjustCardQuantity', 200, { path: at(ecodes!), body: { qty: 1 } })
    expect(await discountNow()).toBe(23.04)
    await partner.want('removeCard', 200, { path: at(physical!) })
    expect(await discountNow()).toBe(13.74)
    await fillCart(partner, [storyCard.northwindPhysical(2)])
    expect(await discountNow()).toBe(32.34)
  })
})

describe('removeCoupon', () => {
  it('takes no request body', { meta: { rules: ['4.5-10'] } }, async () => {
    expect(operationObject('removeCoupon')).not.toHaveProperty('requestBody')
    await apply('SAVE10')
    expect((await remove('SAVE10')).status).toBe(200)
  })

  it('answers the full cart with couponData null', { meta: { rules: ['4.5-11'] } }, async () => {
    await apply('SAVE10')
    const removed = await remove('SAVE10')
    expect([removed.status, removed.body]).toStrictEqual([200, { ...cart, couponData: null }])
    expect(await activeCart()).toStrictEqual(removed.body)
  })
})

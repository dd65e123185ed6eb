import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Cart,
  checkoutOf,
  fillCart,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const buy = { body: { action: 'buy' } }
const northwind = storyCard.northwindEcode
const shown = (cart: Cart) => cart.cards.map(({ isLowRisk, quantity }) => [isLowRisk, quantity])

describe('ordinary stock', () => {
  it('goes before low-risk stock into a cart', { meta: { rules: ['D13-09'] } }, async () => {
    const partner = await sandbox.partner()
    const added = await fillCart(partner, [northwind(7)])
    expect(shown(added)).toStrictEqual([
      [false, 5],
      [true, 2],
    ])
    expect(added.cards[0]?.id).not.toBe(added.cards[1]?.id)
  })

  it('goes first into a raised quantity', { meta: { rules: ['D13-09'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId, cards } = await fillCart(partner, [northwind(4)])
    const path = { cartId, cardId: cards[0]!.id }
    const raised = await partner.want('adjustCardQuantity', 200, { path, body: { qty: 3 } })
    expect(shown(raised as Cart)).toStrictEqual([
      [false, 5],
      [true, 2],
    ])
    const partial = await partner.want('adjustCardQuantity', 200, { path, body: { qty: 4 } })
    expect(partial).toMatchObject({ requested: 4, added: 3 })
  })
})

describe('a cart', () => {
  it('takes nothing of what exceeds 500 cards', { meta: { rules: ['D13-10'] } }, async () => {
    const partner = await sandbox.partner()
    const { merchantId, faceValue, percentOff, type } = storyCard.harborB2B()
    const row = { merchantId, faceValue, percentOff, type, isLowRisk: false, onHand: 900 }
    await sandbox.wantControl('setInventory', 200, { body: row })
    const cards = Array.from({ length: 5 }, () => storyCard.harborB2B(99))
    const cart = await fillCart(partner, cards)
    const before = await sandbox.wantControl('listInventory', 200)
    const more = { path: { cartId: cart.cartId }, body: { cards: [northwind(3), storyCard.harborB2B(3)] } }
    const refused = await partner.call('addCards', more)
    expect([refused.status, refused.code]).toStrictEqual([400, 'validation_error'])
    expect((await partner.call('createCart', buy)).body).toStrictEqual(cart)
    expect(await sandbox.wantControl('listInventory', 200)).toStrictEqual(before)
    await fillCart(partner, [northwind(3), storyCard.harborB2B(2)])
  })
})

describe('a coupon', () => {
  it('of any date counts as existing at checkout', { meta: { rules: ['D13-18'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const codes = { EXPIRED: 'coupon_expired', USEDUP: 'coupon_used_up', FUTURE: 'coupon_not_yet_active' }
    for (const [couponCode, code] of Object.entries(codes)) {
      const missing = checkoutOf([storyCard.pixelSoldOut()], storyPayments.ACH, { couponCode })
      expect((await partner.call('checkout', missing)).code).toBe('cards_unavailable')
      const inStock = checkoutOf([storyCard.harborB2B()], storyPayments.ACH, { couponCode })
      expect((await partner.call('checkout', inStock)).code).toBe(code)
    }
  })

  it('needs something that it applies to', { meta: { rules: ['D13-19'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const { cartId } = await partner.want('createCart', 201, buy)
    for (const couponCode of ['SAVE10', 'FIVEOFF', 'PROMO20', 'ELITE5', 'NORTHWIND15']) {
      const refused = await partner.call('applyCoupon', { path: { cartId, couponCode } })
      expect([refused.status, refused.code]).toStrictEqual([400, 'coupon_not_eligible'])
    }
    await fillCart(partner, [storyCard.harborB2B()])
    const path = { cartId, couponCode: 'NORTHWIND15' }
    expect((await partner.call('applyCoupon', { path })).code).toBe('coupon_not_eligible')
    await fillCart(partner, [northwind()])
    await partner.want('applyCoupon', 200, { path })
  })

  it('shows one use on an anonymous cart', { meta: { rules: ['D13-20'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId } = await fillCart(partner, [storyCard.harborB2B()])
    const path = { cartId, couponCode: 'SAVE10' }
    const { couponData } = await partner.want('applyCoupon', 200, { path })
    expect(couponData?.usage).toBe(1)
  })
})

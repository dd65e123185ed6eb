import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Cart,
  fillCart,
  type Partner,
  type Sandbox,
  startSandbox,
  storyAddress,
  storyCard,
  storyCards,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const buy = { body: { action: 'buy' } }

describe('a buy cart', () => {
  it('is the only one of its account', { meta: { rules: ['3.1-01', '8-01'] } }, async () => {
    const email = 'elite@example.com'
    const sessions = [await sandbox.partner(email), await sandbox.partner(email, 'demo-app-2')]
    const calls = [...sessions, ...sessions, ...sessions].map((partner) => partner.call('createCart', buy))
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(new Set(answers.map(({ body }) => (body as { cartId: string }).cartId)).size).toBe(1)
  })

  it('stays the only one over a login', { meta: { rules: ['3.1-01', '8-01'] } }, async () => {
    const first = await sandbox.partner('elite@example.com')
    const own = await fillCart(first)
    const second = await sandbox.partner()
    const anonymous = await fillCart(second, [storyCard.harborEcode()])
    await second.login('elite@example.com')
    expect(await second.want('createCart', 200, buy)).toStrictEqual(own)
    const path = { cartId: anonymous.cartId, couponCode: 'SAVE10' }
    expect(await second.call('applyCoupon', { path })).toMatchObject({ status: 404, code: 'cart_not_found' })
  })

  it('begins empty where none is active', { meta: { rules: ['3.1-02'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const cart = await partner.want('createCart', 201, buy)
    expect(cart).toMatchObject({ cards: [], couponData: null })
    const again = await partner.want('createCart', 200, buy)
    expect(again.cartId).toBe(cart.cartId)
  })

  it('is returned unchanged where one is active', { meta: { rules: ['3.1-03'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const { cartId } = await fillCart(partner)
    const before = await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } })
    expect(await partner.want('createCart', 200, buy)).toStrictEqual(before)
    expect(before.cards).toHaveLength(2)
  })

  it('reserves the cards added to it', { meta: { rules: ['3.1-04'] } }, async () => {
    expect(await reservedOf('ecode')).toBe(0)
    const partner = await sandbox.partner('elite@example.com')
    await fillCart(partner, storyCards)
    expect([await reservedOf('ecode'), await reservedOf('physical')]).toEqual([2, 1])
    await fillCart(partner, [storyCard.northwindEcode(3)])
    expect([await reservedOf('ecode'), await reservedOf('physical')]).toEqual([5, 1])
  })

  it('grows only as far as stock reaches', { meta: { rules: ['3.1-05', '3.1-06'] } }, async () => {
    const { adjust } = await lineOf(2)
    expect(await adjust(9)).toMatchObject({ status: 200, body: { requested: 9, added: 3 } })
    expect(await reservedOf('physical')).toBe(5)
    expect(await adjust(1)).toMatchObject({ status: 400, code: 'insufficient_inventory' })
    expect(await reservedOf('physical')).toBe(5)
  })

  it('reserves with every change of quantity', { meta: { rules: ['3.1-06'] } }, async () => {
    const { adjust } = await lineOf(2)
    expect(await reservedOf('physical')).toBe(2)
    expect(await adjust(2)).toMatchObject({ status: 200, body: { cards: [{ quantity: 4 }] } })
    expect(await reservedOf('physical')).toBe(4)
    expect(await adjust(-3)).toMatchObject({ status: 200, body: { cards: [{ quantity: 1 }] } })
    expect(await reservedOf('physical')).toBe(1)
  })

  it('loses a removed line whole', { meta: { rules: ['3.1-07'] } }, async () => {
    const { partner, cart } = await lineOf(4)
    const path = { cartId: cart.cartId, cardId: cart.cards[0]!.id }
    const left = await partner.want('removeCard', 200, { path })
    expect(left).toStrictEqual({ cartId: cart.cartId, cards: [], couponData: null })
    expect(await reservedOf('physical')).toBe(0)
  })

  it('refuses to remove what it lacks', { meta: { rules: ['3.1-08'] } }, async () => {
    const { partner, cart } = await lineOf(4)
    const path = { cartId: cart.cartId, cardId: cart.cards[0]!.id }
    await partner.want('removeCard', 200, { path })
    const refused = { status: 404, messages: ['Card not found in cart'] }
    expect(await partner.call('removeCard', { path })).toMatchObject(refused)
    const unknown = { ...path, cardId: '00000000-0000-4000-8000-000000000000' }
    expect(await partner.call('removeCard', { path: unknown })).toMatchObject(refused)
  })

  it(
    'takes one coupon and gives it back',
    { meta: { rules: ['3.1-09', '3.1-10', '3.1-11', '3.1-12'] } },
    async () => {
      const partner = await sandbox.partner('elite@example.com')
      const { cartId, cards, couponData } = await fillCart(partner)
      expect(couponData).toBeNull()
      const path = { cartId, couponCode: 'SAVE10' }
      const refused = { status: 400, messages: ['Invalid coupon'] }
      expect(await partner.call('removeCoupon', { path })).toMatchObject(refused)
      const applied = await partner.want('applyCoupon', 200, { path })
      expect(applied.couponData).toMatchObject({ coupon: 'SAVE10', discount: 18.46 })
      const other = { path: { cartId, couponCode: 'FIVEOFF' } }
      expect(await partner.call('applyCoupon', other)).toMatchObject(refused)
      expect(await partner.call('applyCoupon', { path })).toMatchObject(refused)
      expect(await partner.call('removeCoupon', other)).toMatchObject(refused)
      expect(await partner.want('createCart', 200, buy)).toStrictEqual(applied)
      const removed = await partner.want('removeCoupon', 200, { path })
      expect(removed).toStrictEqual({ cartId, cards, couponData: null })
      expect(await partner.call('removeCoupon', { path })).toMatchObject(refused)
    },
  )

  it('keeps its cards over later requests', { meta: { rules: ['3.1-13'] } }, async () => {
    const email = 'elite@example.com'
    const partner = await sandbox.partner(email)
    const cart = await fillCart(partner)
    await sandbox.advance(1799)
    await partner.call('getDrawdownAccount')
    await partner.login(email)
    const elsewhere = await sandbox.partner(email)
    expect(await elsewhere.want('createCart', 200, buy)).toStrictEqual(cart)
    expect([await reservedOf('ecode'), await reservedOf('physical')]).toEqual([2, 1])
  })

  it('is gone once checked out', { meta: { rules: ['3.1-14'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const { cartId } = await fillCart(partner)
    const body = { cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: storyAddress }
    const { buyOrder } = await partner.want('checkout', 201, { body })
    expect(buyOrder.cards).toHaveLength(3)
    expect(await traceOf(partner, cartId)).toStrictEqual(noTrace)
  })

  it('is gone once expired', { meta: { rules: ['3.1-15'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const { cartId } = await fillCart(partner)
    await sandbox.advance(1800)
    expect(await traceOf(partner, cartId)).toStrictEqual(noTrace)
  })
})

const noTrace = { oldCart: 'cart_not_found', nextCart: 201, cards: [], reserved: [0, 0] }

/** The traces of a cart: the responses of it and of the next one, and the reserved cards. */
async function traceOf(partner: Partner, cartId: string) {
  const old = await partner.call('applyCoupon', { path: { cartId, couponCode: 'SAVE10' } })
  const next = await partner.call('createCart', buy)
  const cart = next.body as Cart
  return {
    oldCart: old.code,
    nextCart: next.status,
    cards: cart.cards,
    reserved: [await reservedOf('ecode'), await reservedOf('physical')],
  }
}

/** A cart with one line of physical cards, of which five are in stock. */
async function lineOf(quantity: number) {
  const partner = await sandbox.partner('elite@example.com')
  const cart = await fillCart(partner, [storyCard.northwindPhysical(quantity)])
  const path = { cartId: cart.cartId, cardId: cart.cards[0]!.id }
  const adjust = (qty: number) => partner.call('adjustCardQuantity', { path, body: { qty } })
  return { partner, cart, adjust }
}

/** How many ordinary Northwind cards of a type are reserved. */
async function reservedOf(type: string): Promise<number | undefined> {
  const { inventory } = await sandbox.wantControl('listInventory', 200)
  return inventory.find((row) => row.merchantId === 101 && row.type === type && !row.isLowRisk)?.reserved
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Cart,
  fillCart,
  type Partner,
  type Sandbox,
  startSandbox,
  storyCard,
} from '@giftcards/test-harness'

const ttlSeconds = 30 * 60
const buy = { body: { action: 'buy' } }

let sandbox: Sandbox
let brief: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  brief = await startSandbox({ CART_TTL_SECONDS: '90' })
})
afterAll(() => Promise.all([sandbox.close(), brief.close()]))
beforeEach(() => Promise.all([sandbox.reset(), brief.reset()]))

/** The active cart, read by creating one; `null` if there was none. */
async function activeCart(partner: Partner): Promise<Cart | null> {
  const { status, body } = await partner.call('createCart', buy)
  return status === 200 ? (body as Cart) : null
}

async function reservedPixels(): Promise<number> {
  const stock = await sandbox.store.read((tx) => tx.listStock())
  return stock.filter(({ merchantId }) => merchantId === 103).reduce((sum, { reserved }) => sum + reserved, 0)
}

describe('the life of a cart', () => {
  it('is 30 minutes', { meta: { rules: ['D4-26', 'D4-30'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId } = await fillCart(partner, [storyCard.pixelEcode()])
    await sandbox.advance(ttlSeconds - 1)
    expect((await activeCart(partner))?.cartId).toBe(cartId)
    await sandbox.advance(1)
    const added = await partner.call('addCards', {
      path: { cartId },
      body: { cards: [storyCard.pixelEcode()] },
    })
    expect([added.status, added.code]).toStrictEqual([404, 'cart_not_found'])
    const fresh = await partner.want('createCart', 201, buy)
    expect(fresh.cartId).not.toBe(cartId)
    expect(fresh.cards).toStrictEqual([])
    const again = await partner.call('addCards', {
      path: { cartId },
      body: { cards: [storyCard.pixelEcode()] },
    })
    expect([again.status, again.code]).toStrictEqual([404, 'cart_not_found'])
  })

  it('is what was configured', { meta: { rules: ['D4-26'] } }, async () => {
    const partner = await brief.partner()
    const { cartId } = await fillCart(partner, [storyCard.pixelEcode()])
    await brief.advance(89)
    expect((await activeCart(partner))?.cartId).toBe(cartId)
    await brief.advance(1)
    expect(await activeCart(partner)).toBeNull()
  })

  it('begins again with every change', { meta: { rules: ['D4-27'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId, cards } = await fillCart(partner, [storyCard.pixelEcode(), storyCard.harborB2B()])
    const path = { cartId, cardId: cards[0]!.id }
    const changes = [
      () => partner.want('adjustCardQuantity', 200, { path, body: { qty: 1 } }),
      () => partner.want('adjustCardQuantity', 200, { path, body: { qty: -1 } }),
      () => partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } }),
      () => partner.want('removeCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } }),
      () => partner.want('removeCard', 200, { path }),
      () => fillCart(partner, [storyCard.harborB2B()]),
    ]
    for (const change of changes) {
      await sandbox.advance(ttlSeconds - 1)
      await change()
    }
    await sandbox.advance(ttlSeconds - 1)
    expect((await activeCart(partner))?.cartId).toBe(cartId)
  })

  it('is not lengthened by reads or refusals', { meta: { rules: ['D4-28'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId, cards } = await fillCart(partner, [storyCard.pixelEcode()])
    const path = { cartId, cardId: cards[0]!.id }
    await sandbox.advance(ttlSeconds - 1)
    expect((await activeCart(partner))?.cartId).toBe(cartId)
    const refusals = [
      await partner.call('addCards', { path: { cartId }, body: { cards: [storyCard.pixelSoldOut()] } }),
      await partner.call('adjustCardQuantity', { path, body: { qty: -1 } }),
      await partner.call('adjustCardQuantity', { path, body: { qty: 0 } }),
      await partner.call('removeCard', { path: { cartId, cardId: cartId } }),
      await partner.call('applyCoupon', { path: { cartId, couponCode: 'EXPIRED' } }),
      await partner.call('removeCoupon', { path: { cartId, couponCode: 'SAVE10' } }),
    ]
    expect(refusals.every(({ status }) => status >= 400)).toBe(true)
    await sandbox.advance(1)
    expect(await activeCart(partner)).toBeNull()
  })

  it('ends with reservations and coupon', { meta: { rules: ['D4-29'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const other = await sandbox.partner()
    const { cartId } = await fillCart(partner, [storyCard.pixelEcode(3)])
    await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } })
    await sandbox.advance(ttlSeconds)
    const taken = await fillCart(other, [storyCard.pixelEcode(3)])
    expect(taken.cards).toMatchObject([{ quantity: 3 }])
    const fresh = await partner.want('createCart', 201, buy)
    expect(fresh.couponData).toBeNull()
    await fillCart(partner, [storyCard.harborB2B()])
    const applied = await partner.want('applyCoupon', 200, {
      path: { cartId: fresh.cartId, couponCode: 'SAVE10' },
    })
    expect(applied.couponData).toMatchObject({ usage: 1 })
  })

  it.each(['addCards', 'adjustCardQuantity', 'removeCard', 'applyCoupon', 'removeCoupon'] as const)(
    'is judged by %s itself',
    { meta: { rules: ['D4-31'] } },
    async (operationId) => {
      const partner = await sandbox.partner()
      const { cartId, cards } = await fillCart(partner, [storyCard.pixelEcode(2)])
      await sandbox.advance(ttlSeconds)
      const path = { cartId, cardId: cards[0]!.id, couponCode: 'SAVE10' }
      const bodies = { addCards: { cards: [storyCard.harborB2B()] }, adjustCardQuantity: { qty: 1 } }
      const body: unknown = operationId in bodies ? bodies[operationId as keyof typeof bodies] : undefined
      const refused = await partner.call(operationId, { path, body })
      expect([refused.status, refused.code]).toStrictEqual([404, 'cart_not_found'])
    },
  )

  it('ends without anybody’s access too', { meta: { rules: ['D4-32'] } }, async () => {
    await fillCart(await sandbox.partner(), [storyCard.pixelEcode(2)])
    await fillCart(await sandbox.partner('standard@example.com'), [storyCard.pixelEcode(1)])
    await sandbox.wantControl('listInventory', 200)
    expect(await reservedPixels()).toBe(3)
    await sandbox.advance(ttlSeconds)
    // The listing sweeps first, as the server does every few seconds.
    await sandbox.wantControl('listInventory', 200)
    expect(await reservedPixels()).toBe(0)
  })
})

describe('the owner of a cart', () => {
  it('is the session until login', { meta: { rules: ['D4-33'] } }, async () => {
    const one = await sandbox.partner()
    const other = await sandbox.partner()
    const cart = await fillCart(one, [storyCard.pixelEcode()])
    expect(await activeCart(one)).toStrictEqual(cart)
    expect(await activeCart(other)).toBeNull()
    const path = { cartId: cart.cartId, cardId: cart.cards[0]!.id }
    expect((await other.call('removeCard', { path })).code).toBe('cart_not_found')
    await one.want('removeCard', 200, { path })
  })

  it('becomes an account that has none', { meta: { rules: ['D4-34'] } }, async () => {
    const partner = await sandbox.partner()
    const cart = await fillCart(partner, [storyCard.pixelEcode(2)])
    await partner.login('standard@example.com')
    expect(await activeCart(partner)).toStrictEqual(cart)
    expect(await reservedPixels()).toBe(2)
    const elsewhere = await sandbox.partner('standard@example.com')
    expect(await activeCart(elsewhere)).toStrictEqual(cart)
  })

  it('keeps the cart it has', { meta: { rules: ['D4-35'] } }, async () => {
    const own = await fillCart(await sandbox.partner('standard@example.com'), [storyCard.pixelEcode()])
    const partner = await sandbox.partner()
    const anonymousToken = partner.token
    const anonymous = await fillCart(partner, [storyCard.pixelEcode(2)])
    expect(await reservedPixels()).toBe(3)
    await partner.login('standard@example.com')
    expect(await activeCart(partner)).toStrictEqual(own)
    expect(await reservedPixels()).toBe(1)
    const path = { cartId: anonymous.cartId, cardId: anonymous.cards[0]!.id }
    const headers = { authorization: `Bearer ${anonymousToken}` }
    expect((await partner.call('removeCard', { path, headers })).code).toBe('cart_not_found')
  })

  it('has one under concurrent creations', { meta: { rules: ['D4-36'] } }, async () => {
    const partners = await Promise.all(
      Array.from({ length: 4 }, () => sandbox.partner('standard@example.com')),
    )
    const answers = await Promise.all(
      [...partners, ...partners].map((partner) => partner.call('createCart', buy)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([
      ...Array.from({ length: 7 }, () => 200),
      201,
    ])
    expect(new Set(answers.map(({ body }) => (body as Cart).cartId)).size).toBe(1)
  })
})

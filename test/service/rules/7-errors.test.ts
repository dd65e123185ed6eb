import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CardRequest,
  type CardsCheckout,
  checkoutOf,
  type Exchange,
  fillCart,
  type Sandbox,
  send,
  shapeOf,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const buy = { body: { action: 'buy' } }
const outOfStock = { status: 400, body: { message: ['Error, insufficient inventory'] } }

describe('the body of an error', () => {
  it('is an array of messages, always', { meta: { rules: ['7-01'] } }, async () => {
    expect(shapeOf('ErrorBody')).toStrictEqual({ message: 'array' })
    const partner = await sandbox.partner('standard@example.com')
    const trigger = (name: string) =>
      partner.call('createCart', { ...buy, headers: { 'x-sandbox-trigger': name } })
    const textual = { ...buy, headers: { 'content-type': 'text/plain' } }
    const key = { headers: { 'idempotency-key': 'errors' } }
    await partner.want('checkout', 201, { ...checkoutOf([storyCard.harborEcode()]), ...key })
    const errors = [
      await partner.call('createCart', { body: {} }),
      await partner.call('createCart', { ...buy, headers: { 'x-cc-app': 'nobody' } }),
      await partner.call('getDrawdownAccount'),
      await partner.call('getWalletCard', { path: { cardId: 1 } }),
      await send(sandbox.url, { method: 'GET', path: '/v3/nowhere' }),
      await send(sandbox.url, { method: 'GET', path: '/v3/carts' }),
      await partner.call('createCart', { body: { action: 'b'.repeat(300_000) } }),
      await partner.call('createCart', textual),
      await partner.call('checkout', { ...checkoutOf([storyCard.harborEcode(2)]), ...key }),
      await trigger('rate_limited'),
      await trigger('internal_error'),
    ]
    expect(errors.map(({ status }) => status)).toEqual([
      400, 401, 403, 404, 404, 405, 413, 415, 422, 429, 500,
    ])
    expect(errors.filter((error) => !isErrorBody(error))).toEqual([])
  })

  it('has an entry per problem', { meta: { rules: ['7-01'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId } = await partner.want('createCart', 201, buy)
    const { merchantId: _, quantity: __, ...card } = storyCard.northwindEcode()
    const error = await partner.call('addCards', { path: { cartId }, body: { cards: [card] } })
    expect(error.messages.toSorted()).toEqual([
      "cards[0] must have required property 'merchantId'",
      "cards[0] must have required property 'quantity'",
    ])
    expect(isErrorBody(error)).toBe(true)
  })
})

describe('a shortage of inventory', () => {
  it('refuses an add with nothing available', { meta: { rules: ['7-06'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId } = await partner.want('createCart', 201, buy)
    const body = { cards: [storyCard.pixelSoldOut(2)] }
    expect(await partner.call('addCards', { path: { cartId }, body })).toMatchObject(outOfStock)
    expect((await partner.want('createCart', 200, buy)).cards).toEqual([])
  })

  it('refuses an adjustment with nothing available', { meta: { rules: ['7-07'] } }, async () => {
    const partner = await sandbox.partner()
    const cart = await fillCart(partner, [storyCard.pixelEcode(3)])
    const path = { cartId: cart.cartId, cardId: cart.cards[0]!.id }
    expect(await partner.call('adjustCardQuantity', { path, body: { qty: 1 } })).toMatchObject(outOfStock)
    expect(await partner.want('createCart', 200, buy)).toStrictEqual(cart)
  })

  it('in part is reported on success', { meta: { rules: ['7-12'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId } = await partner.want('createCart', 201, buy)
    const body = { cards: [storyCard.pixelEcode(5), storyCard.trailheadEcode(1)] }
    const added = await partner.call('addCards', { path: { cartId }, body })
    expect(added).toMatchObject({ status: 201, body: { requested: 6, added: 4 } })
    const full = await partner.call('addCards', {
      path: { cartId },
      body: { cards: [storyCard.northwindPhysical(2)] },
    })
    expect(Object.keys(full.body as object)).toEqual(['cart'])
    const { cart } = full.body as { cart: { cards: { id: string; type: string }[] } }
    const cardId = cart.cards.find(({ type }) => type === 'physical')!.id
    const adjusted = await partner.call('adjustCardQuantity', { path: { cartId, cardId }, body: { qty: 10 } })
    expect(adjusted).toMatchObject({ status: 200, body: { requested: 10, added: 3 } })
  })
})

describe('a rejected coupon', () => {
  it.each(['NOSUCH', 'EXPIRED', 'USEDUP', 'FUTURE', 'ELITE5'])(
    'such as %s is Invalid coupon',
    { meta: { rules: ['7-08'] } },
    async (couponCode) => {
      const partner = await sandbox.partner('standard@example.com')
      const { cartId } = await fillCart(partner)
      const answer = await partner.call('applyCoupon', { path: { cartId, couponCode } })
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.body).toStrictEqual({ message: ['Invalid coupon'] })
    },
  )
})

describe('a refused checkout', () => {
  const { harborEcode, northwindPhysical, pixelSoldOut } = storyCard
  const { ACH, DRAWDOWN_ACCOUNT } = storyPayments
  const declined = { method: 'CREDITCARD', details: { creditCardId: 8002 } }
  const refusals: readonly [string, string, CardRequest, CardsCheckout['payment']][] = [
    ['Not all requested cards were added to the cart', 'elite', pixelSoldOut(), ACH],
    ['Insufficient funds', 'elite', harborEcode(), declined],
    ['payment method not setup', 'elite', harborEcode(), { method: 'PAYPAL' }],
    ['Drawdown account is inactive', 'elite-inactive', harborEcode(), DRAWDOWN_ACCOUNT],
    ['Insufficient funds available', 'elite-poor', northwindPhysical(), DRAWDOWN_ACCOUNT],
    [
      'Customer is not authorized to checkout with a drawdown account',
      'standard',
      harborEcode(),
      DRAWDOWN_ACCOUNT,
    ],
    ['Customer details are required', 'elite-noprofile', harborEcode(), DRAWDOWN_ACCOUNT],
  ]
  it.each(refusals)('says %s', { meta: { rules: ['7-09'] } }, async (message, name, card, payment) => {
    const partner = await sandbox.partner(`${name}@example.com`)
    const answer = await partner.call('checkout', checkoutOf([card], payment))
    expect(answer.status).toBe(400)
    expect(answer.body).toStrictEqual({ message: [message] })
  })
})

describe('a success', () => {
  it('is 201 for what is new', { meta: { rules: ['7-10', '7-11'] } }, async () => {
    const partner = await sandbox.partner()
    const created = await partner.call('createCart', buy)
    expect(created.status).toBe(201)
    const { cartId } = created.body as { cartId: string }
    const body = { cards: [storyCard.harborEcode()] }
    expect(await partner.call('addCards', { path: { cartId }, body })).toMatchObject({ status: 201 })
    const found = await partner.call('createCart', buy)
    expect(found).toMatchObject({ status: 200, body: { cartId, cards: [{ quantity: 1 }] } })
  })
})

/** Whether a body is nothing but a non-empty array of texts. */
function isErrorBody({ body }: Exchange): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { message, ...more } = body as { message?: unknown }
  const texts: unknown[] = Array.isArray(message) ? message : []
  return (
    Object.keys(more).length === 0 &&
    texts.length > 0 &&
    texts.every((text) => typeof text === 'string' && text !== '')
  )
}

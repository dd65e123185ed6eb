import { beforeEach, describe, expect, it } from 'vitest'
import { bookOf, type Cart, type Exchange, fillCart, type Partner, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
let partner: Partner
let cart: Cart
beforeEach(async () => {
  partner = await sandbox.partner()
  cart = await fillCart(partner, [storyCard.harborEcode(4), storyCard.pixelEcode(1)])
})

const harbor = 0
const pixel = 1
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const unknownId = '00000000-0000-4000-8000-000000000000'

const addOne = (path: { readonly cartId: string; readonly cardId: string }): Promise<Exchange> =>
  partner.call('adjustCardQuantity', { path, body: { qty: 1 } })

function adjust(line: number, body: unknown): Promise<Exchange> {
  const path = { cartId: cart.cartId, cardId: cart.cards[line]!.id }
  return partner.call('adjustCardQuantity', { path, body })
}

const activeCart = (): Promise<Cart> => partner.want('createCart', 200, { body: { action: 'buy' } })

/** Returns the cart of the story with another quantity on one line. */
function cartWith(line: number, quantity: number): Cart {
  return { ...cart, cards: cart.cards.map((card, at) => (at === line ? { ...card, quantity } : card)) }
}

describe('adjustCardQuantity', () => {
  it('names cart and card by UUID', { meta: { rules: ['4.4-16'] } }, async () => {
    const { cartId, cards } = cart
    const cardId = cards[harbor]!.id
    expect([cartId, cardId]).toStrictEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)])
    for (const other of [unknownId, 'first', '102', cardId]) {
      const refused = await addOne({ cartId: other, cardId })
      expect([refused.status, refused.messages]).toStrictEqual([404, ['Cart not found']])
    }
    for (const other of [unknownId, 'first', '102', cartId]) {
      const refused = await addOne({ cartId, cardId: other })
      expect([refused.status, refused.messages]).toStrictEqual([404, ['Card not found in cart']])
    }
    expect(await activeCart()).toStrictEqual(cart)
    expect((await addOne({ cartId, cardId })).status).toBe(200)
  })

  it.each([{}, { qty: 1.5 }, { qty: '1' }, { qty: null }, { qty: true }, { qty: [1] }, { quantity: 1 }])(
    'refuses %j for want of an integer qty',
    { meta: { rules: ['4.4-17'] } },
    async (body) => {
      const refused = await adjust(harbor, body)
      expect([refused.status, refused.code]).toStrictEqual([400, 'validation_error'])
      expect(refused.messages).toStrictEqual([
        expect.stringMatching(/^(?:Request body must have required property 'qty'|qty must be integer)$/),
      ])
      expect(await activeCart()).toStrictEqual(cart)
    },
  )

  it('adds as many as a positive qty says', { meta: { rules: ['4.4-21', '3.1-04'] } }, async () => {
    const adjusted = await adjust(harbor, { qty: 3 })
    expect([adjusted.status, adjusted.body]).toStrictEqual([200, cartWith(harbor, 7)])
    expect(await activeCart()).toStrictEqual(adjusted.body)
    expect((await bookOf(sandbox)).stock['102 ecode 5']).toMatchObject({ reserved: 7 })
  })

  it('removes as many as a negative qty says', { meta: { rules: ['4.4-21', 'D4-03'] } }, async () => {
    const adjusted = await adjust(harbor, { qty: -3 })
    expect([adjusted.status, adjusted.body]).toStrictEqual([200, cartWith(harbor, 1)])
    expect(await activeCart()).toStrictEqual(adjusted.body)
    expect((await bookOf(sandbox)).stock['102 ecode 5']).toMatchObject({ reserved: 1 })
  })

  it('counts what it could add in part', { meta: { rules: ['4.4-22', '7-12'] } }, async () => {
    const adjusted = await adjust(pixel, { qty: 5 })
    expect(adjusted.status).toBe(200)
    expect(adjusted.body).toStrictEqual({ cart: cartWith(pixel, 3), requested: 5, added: 2 })
    expect(await activeCart()).toStrictEqual(cartWith(pixel, 3))
  })
})

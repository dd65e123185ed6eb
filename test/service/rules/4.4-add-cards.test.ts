import { beforeEach, describe, expect, it } from 'vitest'
import { type Cart, type Partner, sendChecked, storyCard, storyCards } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
let partner: Partner
let cartId: string
beforeEach(async () => {
  partner = await sandbox.partner()
  cartId = (await partner.want('createCart', 201, { body: { action: 'buy' } })).cartId
})

const add = (body: unknown) => partner.call('addCards', { path: { cartId }, body })
const activeCart = (): Promise<Cart> => partner.want('createCart', 200, { body: { action: 'buy' } })

describe('addCards', () => {
  it('names the cart by UUID on the v3.1 path', { meta: { rules: ['4.4-05', '9-02', '9-03'] } }, async () => {
    const headers = {
      'user-agent': 'contract-tests',
      'x-cc-app': 'demo-app',
      authorization: `Bearer ${partner.token}`,
    }
    const body = { cards: [storyCard.harborEcode()] }
    const post = (path: string) =>
      sendChecked('addCards', sandbox.url, { method: 'POST', path, headers, body })
    expect(cartId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const added = await post(`/v3.1/carts/${cartId}/cards`)
    expect([added.status, added.body]).toMatchObject([201, { cart: { cartId } }])
    const onV3 = await post(`/v3/carts/${cartId}/cards`)
    expect([onV3.status, onV3.body]).toStrictEqual([404, { message: ['Not found'] }])
    for (const other of ['00000000-0000-4000-8000-000000000000', 'active']) {
      const missed = await post(`/v3.1/carts/${other}/cards`)
      expect([missed.status, missed.body]).toStrictEqual([404, { message: ['Cart not found'] }])
    }
  })

  it('takes several different cards at once', { meta: { rules: ['4.4-06'] } }, async () => {
    const cards = [...storyCards, storyCard.harborB2B(3), storyCard.pixelEcode(1)]
    const { body } = await add({ cards })
    const { cart } = body as { cart: Cart }
    expect(
      cart.cards.map(({ merchant, balance, percentOff, type, quantity }) => ({
        merchantId: merchant,
        faceValue: balance,
        percentOff,
        type,
        quantity,
      })),
    ).toStrictEqual(cards)
  })

  it('refuses a body without the cards array', { meta: { rules: ['4.4-07'] } }, async () => {
    const without = await add({})
    expect([without.status, without.messages]).toStrictEqual([
      400,
      ["Request body must have required property 'cards'"],
    ])
    const single = await add({ cards: storyCard.harborEcode() })
    expect([single.status, single.messages]).toStrictEqual([400, ['cards must be array']])
    const bare = await add([storyCard.harborEcode()])
    expect(bare.status).toBe(400)
    expect((await activeCart()).cards).toStrictEqual([])
  })

  it('answers a full add with only the cart', { meta: { rules: ['4.4-08'] } }, async () => {
    const added = await add({ cards: storyCards })
    expect(added.status).toBe(201)
    expect(added.body).toStrictEqual({ cart: await activeCart() })
    const { cart } = added.body as { cart: Cart }
    expect(cart.cards.map(({ quantity }) => quantity)).toStrictEqual([2, 1])
  })
})

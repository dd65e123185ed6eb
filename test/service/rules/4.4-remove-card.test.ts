import { beforeEach, describe, expect, it } from 'vitest'
import { type Cart, fillCart, type Partner, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
let partner: Partner
let cart: Cart
beforeEach(async () => {
  partner = await sandbox.partner()
  cart = await fillCart(partner, [storyCard.harborEcode(20), storyCard.pixelEcode(1), storyCard.harborB2B(2)])
})

describe('removeCard', () => {
  it.each([
    [20, 0],
    [1, 1],
    [2, 2],
  ])('takes out a card of quantity %i', { meta: { rules: ['4.4-26'] } }, async (quantity, line) => {
    expect(cart.cards[line]!.quantity).toBe(quantity)
    const path = { cartId: cart.cartId, cardId: cart.cards[line]!.id }
    const removed = await partner.call('removeCard', { path })
    const left = { ...cart, cards: cart.cards.filter((_card, at) => at !== line) }
    expect([removed.status, removed.body]).toStrictEqual([200, left])
    expect(await partner.want('createCart', 200, { body: { action: 'buy' } })).toStrictEqual(left)
    const again = await partner.call('removeCard', { path })
    expect([again.status, again.messages]).toStrictEqual([404, ['Card not found in cart']])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Cart,
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
  partner = await sandbox.partner()
  cart = await fillCart(partner, [storyCard.harborEcode(20), storyCard.pixelEcode(1), storyCard.harborB2B(2)])
})

async function reservedHarborEcodes(): Promise<number | undefined> {
  const { inventory } = await sandbox.wantControl('listInventory', 200)
  return inventory.find((row) => row.merchantId === 102 && row.type === 'ecode')?.reserved
}

describe('removeCard', () => {
  it.each([
    [20, 0],
    [1, 1],
    [2, 2],
  ])('takes out a card of quantity %i', { meta: { rules: ['4.4-24', '4.4-26'] } }, async (quantity, line) => {
    expect(cart.cards[line]!.quantity).toBe(quantity)
    const path = { cartId: cart.cartId, cardId: cart.cards[line]!.id }
    const removed = await partner.call('removeCard', { path })
    const left = { ...cart, cards: cart.cards.filter((_card, at) => at !== line) }
    expect([removed.status, removed.body]).toStrictEqual([200, left])
    expect(await partner.want('createCart', 200, { body: { action: 'buy' } })).toStrictEqual(left)
    const again = await partner.call('removeCard', { path })
    expect([again.status, again.messages]).toStrictEqual([404, ['Card not found in cart']])
  })

  it('frees all cards of the line', { meta: { rules: ['4.4-24'] } }, async () => {
    expect(await reservedHarborEcodes()).toBe(20)
    await partner.want('removeCard', 200, { path: { cartId: cart.cartId, cardId: cart.cards[0]!.id } })
    expect(await reservedHarborEcodes()).toBe(0)
  })

  it('takes no request body', { meta: { rules: ['4.4-25'] } }, async () => {
    expect(operationObject('removeCard')).not.toHaveProperty('requestBody')
    const removed = await partner.call('removeCard', {
      path: { cartId: cart.cartId, cardId: cart.cards[0]!.id },
    })
    expect(removed.status).toBe(200)
  })
})

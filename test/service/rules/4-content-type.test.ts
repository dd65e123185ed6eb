import { type OperationId, operationTable } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { checkoutOf, fillCart, operationObject, storyCard, storyCards } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const bodies: Partial<Record<OperationId, unknown>> = {
  login: { customer: { email: 'standard@example.com', password: 'correct-horse-battery' } },
  createCart: { action: 'buy' },
  addCards: { cards: [storyCard.harborEcode()] },
  adjustCardQuantity: { qty: 1 },
  checkout: checkoutOf(storyCards).body,
}

describe('the content type of a request', () => {
  it(
    'is asked of the operations with a body only',
    { meta: { rules: ['4.2-02', '4.4-25', '4.5-01', '4.5-10'] } },
    () => {
      const ids = Object.keys(operationTable) as OperationId[]
      const withBody = ids.filter((id) => operationObject(id).requestBody !== undefined)
      expect(new Set(withBody)).toStrictEqual(new Set(Object.keys(bodies)))
    },
  )

  it.each(Object.keys(bodies) as OperationId[])(
    'of %s is refused unless it is JSON',
    { meta: { rules: ['4-01', '5-03'] } },
    async (operationId) => {
      const partner = await sandbox.partner('elite@example.com')
      const cart = await fillCart(partner, [storyCard.harborEcode()])
      const path = { cartId: cart.cartId, cardId: cart.cards[0]!.id }
      const body = JSON.stringify(bodies[operationId])
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
        const refused = await partner.call(operationId, { path, body, headers: { 'content-type': type } })
        expect([type, refused.status, refused.body]).toStrictEqual([
          type,
          415,
          { message: ['Content-Type must be application/json'] },
        ])
      }
      const unchanged = await partner.want('createCart', 200, { body: { action: 'buy' } })
      expect(unchanged).toStrictEqual(cart)
      const accepted = await partner.call(operationId, {
        path,
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect(accepted.status).toBeLessThan(300)
    },
  )
})

import { describe, expect, it } from 'vitest'
import { openapiDocument } from '@giftcards/contract'
import { everyCall, placeOrder, shapeOf, storyCard, storyCards } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

describe('a body', () => {
  it('is declared as JSON throughout', { meta: { rules: ['2-01'] } }, () => {
    const mediaTypes = contentsOf(openapiDocument)
    expect(mediaTypes.length).toBeGreaterThan(everyCall.length)
    expect([...new Set(mediaTypes)]).toEqual(['application/json'])
  })

  it('is refused in any other form', { meta: { rules: ['2-01'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const form = { body: 'action=buy', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect(await partner.call('createCart', form)).toMatchObject({ status: 415 })
    expect(await partner.call('createCart', { body: 'action=buy' })).toMatchObject({ code: 'invalid_json' })
  })
})

describe('an amount of money', () => {
  it('is a number on a wallet card', { meta: { rules: ['2-02'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const order = await placeOrder(partner, [storyCard.northwindEcode()])
    const card = await partner.want('getWalletCard', 200, { path: { cardId: order.cards[0]!.id } })
    expect(card.amount).toStrictEqual({ balance: 50, cost: 45.75, currentBalance: 50 })
    expect(card.discounts.paymentMethodDiscount).toBe(0.92)
    expect(shapeOf('WalletAmount')).toStrictEqual({
      balance: 'number',
      cost: 'number',
      currentBalance: 'number',
    })
  })

  it('is a string in an order total', { meta: { rules: ['2-03', '2.8-05'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const order = await placeOrder(partner, storyCards)
    expect(order.total).toStrictEqual({ order: '184.50', faceValue: '200.00', due: '180.81' })
    expect(shapeOf('OrderTotal')).toStrictEqual({ order: 'string', faceValue: 'string', due: 'string' })
  })
})

/** Returns the media types of every `content` in the document. */
function contentsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'content' ? Object.keys(value as object) : contentsOf(value),
  )
}

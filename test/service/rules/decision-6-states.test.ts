import { describe, expect, it } from 'vitest'
import { type CardRequest, type Order, placeOrder, storyCard, storyPayments } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const email = 'elite@example.com'

/** Places an order. The returned `fetch` reads it with a new session each time. */
async function place(
  cards: readonly CardRequest[],
  payment: Parameters<typeof placeOrder>[2] = storyPayments.ACH,
) {
  const placed = await placeOrder(await sandbox.partner(email), cards, payment)
  const fetch = async (): Promise<Order> => {
    const partner = await sandbox.partner(email)
    return (await partner.want('getOrder', 200, { path: { orderId: placed.orderId } })).buyOrder
  }
  return { placed, fetch }
}

describe('the numbers of an order', () => {
  it('name each of its cards in the wallet', { meta: { rules: ['D6-23'] } }, async () => {
    const { placed } = await place([storyCard.northwindEcode(2), storyCard.harborB2B()])
    expect(placed.cards).toHaveLength(3)
    const partner = await sandbox.partner(email)
    for (const { id: cardId, merchantName } of placed.cards) {
      const card = await partner.want('getWalletCard', 200, { path: { cardId } })
      expect([card.id, card.merchant.name, card.order.orderNum]).toStrictEqual([
        cardId,
        merchantName,
        placed.id,
      ])
    }
    expect(new Set(placed.cards.map(({ id }) => id)).size).toBe(3)
  })
})

import { describe, expect, it } from 'vitest'
import {
  fillCart,
  placeOrder,
  startSandbox,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'

/** Returns everything that a partner sees of one story except the tokens, whose signatures are random. */
async function tellStory(seed: string) {
  const sandbox = await startSandbox({ SANDBOX_SEED: seed })
  try {
    const partner = await sandbox.partner('elite@example.com')
    const cart = await fillCart(partner, storyCards)
    const order = await placeOrder(partner, [storyCard.harborEcode(2)], storyPayments.DRAWDOWN_ACCOUNT)
    const path = { cardId: order.cards[1]!.id }
    return {
      sessionId: partner.sessionId,
      cart,
      order,
      card: await partner.want('getWalletCard', 200, { path }),
      secrets: await partner.want('getSecureData', 200, { path }),
      ledger: await partner.want('listDrawdownTransactions', 200),
    }
  } finally {
    await sandbox.close()
  }
}

describe('SANDBOX_SEED', () => {
  it('repeats ids, numbers and times', { meta: { rules: ['D11-35'] } }, async () => {
    const first = await tellStory('spring')
    expect(await tellStory('spring')).toStrictEqual(first)
    const other = await tellStory('autumn')
    expect(other.sessionId).not.toBe(first.sessionId)
    expect(other.cart.cartId).not.toBe(first.cart.cartId)
    expect(other.order.orderId).not.toBe(first.order.orderId)
    expect(other.secrets.number).not.toBe(first.secrets.number)
  })
})

import {
  fillCart,
  type KnownIds,
  type Partner,
  placeOrder,
  type Sandbox,
  storyCards,
  storyIds,
} from '@giftcards/test-harness'
import type { Sample } from './read-samples.ts'

/**
 * Resets the sandbox and creates the objects that a sample names. One is the customer's cart with the story's cards,
 * with SAVE10 if the sample removes it. Another is an order whose first card was delivered less than a day ago. Returns
 * the server's ids by the ids of the story.
 */
export async function setStage(sandbox: Sandbox, partner: Partner, sample: Sample): Promise<KnownIds> {
  const { operationId, source } = sample
  const known = new Map<string | number, string | number>()
  const names = (...ids: readonly (string | number)[]): boolean =>
    ids.some((id) => source.includes(String(id)))
  await sandbox.reset()
  if (names(storyIds.order, storyIds.firstCard)) {
    const { orderId, cards } = await placeOrder(partner, storyCards)
    known.set(storyIds.order, orderId).set(storyIds.firstCard, cards[0]?.id ?? 0)
  }
  if (names(storyIds.cart)) {
    const { cartId, cards } = await fillCart(partner)
    known.set(storyIds.cart, cartId).set(storyIds.firstLine, cards[0]?.id ?? '')
    if (operationId === 'removeCoupon') {
      await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } })
    }
  }
  if (operationId === 'getRequest' || operationId === 'replayRequest') {
    // The samples name the second request of the log.
    await partner.want('createCart', 201, { body: { action: 'buy' } })
    await partner.want('createCart', 200, { body: { action: 'buy' } })
  }
  return known
}

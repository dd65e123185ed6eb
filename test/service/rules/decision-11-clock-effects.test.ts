import { describe, expect, it } from 'vitest'
import { fillCart, storyCard, storyTime } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

/** Puts the last card of its kind into a cart, which expires half an hour later. */
async function reserveTheLastCard(): Promise<void> {
  await fillCart(await sandbox.partner('elite@example.com'), [storyCard.trailheadEcode()])
}

/** Whether another customer can add that card to a cart. Uses no control, because a control would itself settle orders. */
async function isForSale(): Promise<boolean> {
  const other = await sandbox.partner()
  const { cartId } = await other.want('createCart', 201, { body: { action: 'buy' } })
  const { status } = await other.call('addCards', {
    path: { cartId },
    body: { cards: [storyCard.trailheadEcode()] },
  })
  return status === 201
}

describe('the sandbox clock', () => {
  it('has everybody see what an advance made due', { meta: { rules: ['D11-26'] } }, async () => {
    await reserveTheLastCard()
    expect(await isForSale()).toBe(false)
    await sandbox.advance(30 * 60)
    expect(await isForSale()).toBe(true)
  })

  it('has everybody see what a new time made due', { meta: { rules: ['D11-26'] } }, async () => {
    await reserveTheLastCard()
    const later = new Date(Date.parse(storyTime) + 30 * 60_000).toISOString()
    await sandbox.wantControl('setClock', 200, { body: { frozen: true, now: later } })
    expect(await isForSale()).toBe(true)
  })
})

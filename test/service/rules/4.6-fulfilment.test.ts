import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeOrder, type Sandbox, startSandbox, storyCard } from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const email = 'standard@example.com'
const daySeconds = 24 * 3600

describe('a purchased card', () => {
  it('is in the wallet once fulfilled', { meta: { rules: ['4.6-25'] } }, async () => {
    const partner = await sandbox.partner(email)
    const order = await placeOrder(partner, [storyCard.northwindEcode(), storyCard.northwindPhysical()])
    const [ecode, physical] = order.cards
    const find = async (cardId: number) =>
      (await sandbox.partner(email)).call('getWalletCard', { path: { cardId } })
    expect((await find(ecode!.id)).status).toBe(200)
    expect((await find(physical!.id)).status).toBe(404)
    await sandbox.advance(daySeconds - 1)
    expect((await find(physical!.id)).status).toBe(404)
    await sandbox.advance(1)
    expect((await find(physical!.id)).status).toBe(200)
    const later = await sandbox.partner(email)
    const { buyOrder } = await later.want('getOrder', 200, { path: { orderId: order.orderId } })
    expect(buyOrder.cards.map(({ fulfilled }) => fulfilled)).toStrictEqual([true, true])
  })

  it('shows secure data for 24 hours', { meta: { rules: ['4.6-26'] } }, async () => {
    const partner = await sandbox.partner(email)
    // Fulfilled ten minutes after the purchase: the hours count from the fulfillment.
    const order = await placeOrder(partner, [storyCard.magic(901)])
    const path = { cardId: order.cards[0]!.id }
    const read = async () => (await sandbox.partner(email)).call('getSecureData', { path })
    expect((await read()).status).toBe(404)
    await sandbox.advance(600)
    const atOnce = await read()
    expect([atOnce.status, atOnce.body]).toMatchObject([200, { number: expect.stringMatching(/^\d{16}$/) }])
    await sandbox.advance(daySeconds)
    const atLast = await read()
    expect([atLast.status, atLast.body]).toStrictEqual([200, atOnce.body])
    await sandbox.advance(1)
    const tooLate = await read()
    expect([tooLate.status, tooLate.body]).toStrictEqual([
      400,
      { message: ['Secure data is no longer available'] },
    ])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CardRequest,
  type Order,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyCards,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const email = 'elite@example.com'
const trailheadAsPre = {
  merchantId: 104,
  faceValue: 20,
  percentOff: 2,
  type: 'newEcodeAsPre',
  quantity: 1,
} as unknown as CardRequest

describe('an order', () => {
  it.each([
    ['digital', [storyCard.harborEcode()]],
    ['physical', [storyCard.northwindPhysical()]],
    ['reviewed', [storyCard.magic(902)]],
    ['mixed', storyCards],
  ])('of %s cards begins as Processing', { meta: { rules: ['3.2-01'] } }, async (_, cards) => {
    const order = await placeOrder(await sandbox.partner(email), cards)
    expect(order).toMatchObject({ status: 'Processing', message: 'Order Processing', fulfilled: false })
  })

  it('shows its progress when fetched again', { meta: { rules: ['3.2-02'] } }, async () => {
    const { orderId } = await placeOrder(await sandbox.partner(email), storyCards)
    const progress = async () => {
      const { status, fulfilled, cards } = await fetched(orderId)
      return [status, fulfilled, cards.filter((card) => card.fulfilled).length]
    }
    expect(await progress()).toEqual(['Processing', false, 2])
    await sandbox.advance(3600)
    expect(await progress()).toEqual(['Fulfillment', false, 2])
    await sandbox.advance(82_800)
    expect(await progress()).toEqual(['Shipped', true, 3])
  })

  it.each([
    ['ecode', storyCard.harborEcode()],
    ['newEcodeB2B', storyCard.harborB2B()],
    ['newEcodeAsPre', trailheadAsPre],
  ])('delivers %s within minutes', { meta: { rules: ['3.2-03'] } }, async (type, card) => {
    const { orderId, cards } = await placeOrder(await sandbox.partner(email), [card])
    await sandbox.advance(60)
    const delivered = { status: 'Digitally Delivered', message: 'Order Delivered', fulfilled: true }
    expect(await fetched(orderId)).toMatchObject(delivered)
    const partner = await sandbox.partner(email)
    const walletCard = await partner.want('getWalletCard', 200, { path: { cardId: cards[0]!.id } })
    expect(walletCard.type).toBe(type)
  })

  it('delivers slow e-codes within minutes too', { meta: { rules: ['3.2-03'] } }, async () => {
    const { orderId } = await placeOrder(await sandbox.partner(email), [storyCard.magic(901)])
    await sandbox.advance(599)
    expect(await fetched(orderId)).toMatchObject({ status: 'Processing', fulfilled: false })
    await sandbox.advance(1)
    expect(await fetched(orderId)).toMatchObject({ status: 'Digitally Delivered', fulfilled: true })
  })

  it('ships physical cards within a day', { meta: { rules: ['3.2-04'] } }, async () => {
    const { orderId, cards } = await placeOrder(await sandbox.partner(email), [storyCard.northwindPhysical()])
    const path = { cardId: cards[0]!.id }
    await sandbox.advance(86_399)
    expect(await fetched(orderId)).toMatchObject({ status: 'Fulfillment', fulfilled: false })
    expect(await (await sandbox.partner(email)).call('getWalletCard', { path })).toMatchObject({
      status: 404,
    })
    await sandbox.advance(1)
    expect(await fetched(orderId)).toMatchObject({
      status: 'Shipped',
      message: 'Order Shipped',
      fulfilled: true,
    })
    expect(await (await sandbox.partner(email)).call('getWalletCard', { path })).toMatchObject({
      status: 200,
    })
  })
})

/** The current order, in a current session. */
async function fetched(orderId: string): Promise<Order> {
  const partner = await sandbox.partner(email)
  const { buyOrder } = await partner.want('getOrder', 200, { path: { orderId } })
  return buyOrder
}

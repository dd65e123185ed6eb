import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CardRequest,
  type Order,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const email = 'elite@example.com'
const hour = 3600

/** Places an order, and fetches it with a new session each time. */
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

const stateOf = ({ status, message, fulfilled }: Order) => [status, message, fulfilled]
const flagsOf = ({ cards }: Order) => cards.map(({ fulfilled }) => fulfilled)

describe('the states of an order', () => {
  it('of digital cards end with their delivery', { meta: { rules: ['D6-30', 'D6-37'] } }, async () => {
    const { placed, fetch } = await place([storyCard.northwindEcode(2)])
    expect(stateOf(placed)).toStrictEqual(['Processing', 'Order Processing', false])
    const delivered = await fetch()
    expect(stateOf(delivered)).toStrictEqual(['Digitally Delivered', 'Order Delivered', true])
    expect(flagsOf(delivered)).toStrictEqual([true, true])
    await sandbox.advance(48 * hour)
    expect(await fetch()).toStrictEqual(delivered)
  })

  it('with a physical card go on to its shipment', { meta: { rules: ['D6-31', 'D6-38'] } }, async () => {
    const { placed, fetch } = await place([storyCard.northwindEcode(), storyCard.northwindPhysical()])
    expect(stateOf(placed)).toStrictEqual(['Processing', 'Order Processing', false])
    await sandbox.advance(hour - 1)
    expect(stateOf(await fetch())).toStrictEqual(['Processing', 'Order Processing', false])
    await sandbox.advance(1)
    expect(stateOf(await fetch())).toStrictEqual(['Fulfillment', 'Order Being Prepared', false])
    await sandbox.advance(23 * hour - 1)
    const preparing = await fetch()
    expect([stateOf(preparing)[0], flagsOf(preparing)]).toStrictEqual(['Fulfillment', [true, false]])
    await sandbox.advance(1)
    const shipped = await fetch()
    expect(stateOf(shipped)).toStrictEqual(['Shipped', 'Order Shipped', true])
    expect(flagsOf(shipped)).toStrictEqual([true, true])
  })

  it('include a review', { meta: { rules: ['D6-32'] } }, async () => {
    const { fetch } = await place([storyCard.magic(902)])
    expect(stateOf(await fetch())).toStrictEqual(['Review', 'Order Under Review', false])
  })

  it('include a hold', { meta: { rules: ['D6-33'] } }, async () => {
    const { fetch } = await place([storyCard.magic(903)])
    expect(stateOf(await fetch())).toStrictEqual(['Hold', 'Order On Hold', false])
  })

  it('are fulfilled with the last card alone', { meta: { rules: ['D6-36'] } }, async () => {
    const { fetch } = await place([storyCard.northwindEcode(), storyCard.northwindPhysical()])
    const partly = await fetch()
    expect([partly.fulfilled, flagsOf(partly)]).toStrictEqual([false, [true, false]])
    await sandbox.advance(24 * hour)
    const wholly = await fetch()
    expect([wholly.fulfilled, flagsOf(wholly)]).toStrictEqual([true, [true, true]])
  })

  it('are not fulfilled once canceled', { meta: { rules: ['D6-36', 'D6-40'] } }, async () => {
    const { placed, fetch } = await place([storyCard.northwindEcode()])
    expect((await fetch()).fulfilled).toBe(true)
    const path = { orderId: placed.orderId }
    await sandbox.wantControl('setOrderStatus', 200, { path, body: { status: 'Canceled' } })
    const canceled = await fetch()
    expect(stateOf(canceled)).toStrictEqual(['Canceled', 'Order Canceled', false])
    expect(flagsOf(canceled)).toStrictEqual([true])
  })

  it('give undelivered cards back to be sold', { meta: { rules: ['D6-39'] } }, async () => {
    const { placed, fetch } = await place([storyCard.northwindEcode(2), storyCard.northwindPhysical()])
    expect(flagsOf(await fetch())).toStrictEqual([true, true, false])
    const path = { orderId: placed.orderId }
    await sandbox.wantControl('setOrderStatus', 200, { path, body: { status: 'Canceled' } })
    const { inventory } = await sandbox.wantControl('listInventory', 200)
    const onHand = inventory
      .filter(({ merchantId, isLowRisk }) => merchantId === 101 && !isLowRisk)
      .map((row) => [row.type, row.onHand])
    expect(onHand).toStrictEqual([
      ['ecode', 3],
      ['physical', 5],
    ])
  })
})

describe('the numbers of an order', () => {
  it('begin at 100001', { meta: { rules: ['D6-21'] } }, async () => {
    const orders = [await place([storyCard.harborEcode()]), await place([storyCard.harborEcode()])]
    expect(orders.map(({ placed }) => placed.id)).toStrictEqual([100_001, 100_002])
  })

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

  it('have two decimals in its total', { meta: { rules: ['D6-24'] } }, async () => {
    const { placed } = await place([storyCard.northwindPhysical(2)], storyPayments.DRAWDOWN_ACCOUNT)
    expect(placed.total).toStrictEqual({ order: '186.00', faceValue: '200.00', due: '181.35' })
    const small = await place([storyCard.harborEcode()], storyPayments.CREDITCARD)
    expect(small.placed.total).toStrictEqual({ order: '4.98', faceValue: '5.00', due: '4.98' })
  })
})

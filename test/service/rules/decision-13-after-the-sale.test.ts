import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Cart,
  fillCart,
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

const hour = 3600

/** The order as its customer sees it now; logs in anew, since hours outlive a token. */
async function orderNow(orderId: string, email = 'standard@example.com') {
  const partner = await sandbox.partner(email)
  const { buyOrder } = await partner.want('getOrder', 200, { path: { orderId } })
  return buyOrder
}

describe('a physical order', () => {
  it('is prepared after an hour and shipped after 24', { meta: { rules: ['D13-23'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const { orderId } = await placeOrder(partner, [storyCard.northwindPhysical()])
    const steps = [
      [hour - 1, 'Processing', false],
      [1, 'Fulfillment', false],
      [23 * hour - 1, 'Fulfillment', false],
      [1, 'Shipped', true],
    ] as const
    for (const [seconds, status, fulfilled] of steps) {
      await sandbox.advance(seconds)
      expect(await orderNow(orderId)).toMatchObject({ status, fulfilled, cards: [{ fulfilled }] })
    }
  })
})

describe('an order of merchant 904', () => {
  it('delivers nothing before it is canceled', { meta: { rules: ['D13-24'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const order = await placeOrder(partner, [storyCard.magic(904), storyCard.harborB2B()])
    for (const [seconds, status] of [
      [0, 'Processing'],
      [59, 'Processing'],
      [1, 'Canceled'],
    ] as const) {
      if (seconds > 0) await sandbox.advance(seconds)
      const { buyOrder } = await partner.want('getOrder', 200, { path: { orderId: order.orderId } })
      expect(buyOrder.status).toBe(status)
      expect(buyOrder.cards.map(({ fulfilled }) => fulfilled)).toStrictEqual([false, false])
      for (const { id } of order.cards) {
        expect((await partner.call('getWalletCard', { path: { cardId: id } })).code).toBe('card_not_found')
        expect((await partner.call('getSecureData', { path: { cardId: id } })).code).toBe('card_not_found')
      }
    }
  })
})

describe('a cancellation', () => {
  it('empties the wallet and returns store credit', { meta: { rules: ['D13-25'] } }, async () => {
    const email = 'standard@example.com'
    const partner = await sandbox.partner(email)
    const storeCredit = async () => {
      const { customers } = await sandbox.wantControl('listCustomers', 200)
      return customers.find((customer) => customer.email === email)?.storeCredit
    }
    const order = await placeOrder(partner, [storyCard.harborB2B(2)], storyPayments.STORE_CREDIT)
    expect(await storeCredit()).toBe(51.64)
    const path = { cardId: order.cards[0]!.id }
    await partner.want('getWalletCard', 200, { path })
    await sandbox.wantControl('setOrderStatus', 200, {
      path: { orderId: order.orderId },
      body: { status: 'Canceled' },
    })
    expect((await partner.call('getWalletCard', { path })).code).toBe('card_not_found')
    expect((await partner.call('getSecureData', { path })).code).toBe('card_not_found')
    expect(await storeCredit()).toBe(100)
    expect(await orderNow(order.orderId)).toMatchObject({ status: 'Canceled' })
  })
})

describe('the published pending 300.00', () => {
  it('is captured by no order', { meta: { rules: ['D13-27'] } }, async () => {
    const published = { balance: 1500, availableBalance: 1200, pendingBalance: 300, isActive: true }
    const elite = await sandbox.partner('elite@example.com')
    expect(await elite.want('getDrawdownAccount', 200)).toStrictEqual(published)
    const bought = await placeOrder(elite, [storyCard.harborB2B()], storyPayments.DRAWDOWN_ACCOUNT)
    await placeOrder(elite, [storyCard.magic(904)], storyPayments.DRAWDOWN_ACCOUNT)
    await sandbox.advance(400 * 24 * hour)
    const later = await sandbox.partner('elite@example.com')
    const due = Number(bought.total.due)
    expect(await later.want('getDrawdownAccount', 200)).toStrictEqual({
      ...published,
      balance: 1500 - due,
      availableBalance: Math.round(120_000 - due * 100) / 100,
    })
    const { transactions } = await later.want('listDrawdownTransactions', 200)
    expect(transactions.map(({ type, amount }) => [type, amount])).toStrictEqual([
      ['Purchase', -due],
      ['Deposit', 1500],
    ])
  })
})

describe('the barcode of secure data', () => {
  it('has format and contents', { meta: { rules: ['D13-28'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const { cards } = await placeOrder(partner, [storyCard.harborB2B()])
    const { barcode } = await partner.want('getSecureData', 200, { path: { cardId: cards[0]!.id } })
    expect(barcode).toStrictEqual({ format: 'CODE128', contents: expect.stringMatching(/^\d{8,}$/) })
  })
})

describe('a customer', () => {
  it('keeps carts and orders in every app', { meta: { rules: ['D13-29'] } }, async () => {
    const email = 'standard@example.com'
    const here = await sandbox.partner(email, 'demo-app')
    const there = await sandbox.partner(email, 'demo-app-2')
    const cart = await fillCart(here, [storyCard.pixelEcode(2)])
    const same = (await there.call('createCart', { body: { action: 'buy' } })).body as Cart
    expect(same).toStrictEqual(cart)
    const path = { cartId: cart.cartId, cardId: cart.cards[0]!.id }
    await there.want('adjustCardQuantity', 200, { path, body: { qty: 1 } })
    const order = await placeOrder(here, [storyCard.harborB2B()])
    const { buyOrder } = await there.want('getOrder', 200, { path: { orderId: order.orderId } })
    expect(buyOrder.id).toBe(order.id)
    await there.want('getWalletCard', 200, { path: { cardId: order.cards[0]!.id } })
  })
})

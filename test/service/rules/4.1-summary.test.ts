import type { OperationId } from '@giftcards/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Cart,
  checkoutOf,
  type Exchange,
  fillCart,
  type Partner,
  placeOrder,
  type Sandbox,
  sendChecked,
  startSandbox,
  storyCard,
} from '@giftcards/test-harness'

let sandbox: Sandbox
let elite: Partner
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  elite = await sandbox.partner('elite@example.com')
})

/** Methods and paths are written out here, as the specification does: nothing is taken from the contract. */
function send(operationId: OperationId, method: string, path: string, body?: unknown): Promise<Exchange> {
  return sendChecked(operationId, sandbox.url, {
    method,
    path,
    headers: {
      'user-agent': 'contract-tests',
      'x-cc-app': 'demo-app',
      authorization: `Bearer ${elite.token}`,
    },
    ...(body === undefined ? {} : { body }),
  })
}

describe('the session operations', () => {
  it('create a session at /v3/session', { meta: { rules: ['4.1-01'] } }, async () => {
    const created = await sendChecked('createSession', sandbox.url, {
      method: 'POST',
      path: '/v3/session',
      headers: { 'user-agent': 'contract-tests', 'x-cc-app': 'demo-app' },
    })
    expect(created.status).toBe(200)
    expect(created.body).toHaveProperty('access_token')
  })

  it('log a customer in at /v3/customers/login', { meta: { rules: ['4.1-02'] } }, async () => {
    const customer = { email: 'standard@example.com', password: 'correct-horse-battery' }
    const loggedIn = await send('login', 'POST', '/v3/customers/login', { customer })
    expect(loggedIn.status).toBe(200)
    expect(loggedIn.body).toHaveProperty('customer.email', 'standard@example.com')
  })
})

describe('the cart operations', () => {
  it('create or fetch the cart at /v3/carts', { meta: { rules: ['4.1-03'] } }, async () => {
    const created = await send('createCart', 'POST', '/v3/carts', { action: 'buy' })
    const fetched = await send('createCart', 'POST', '/v3/carts', { action: 'buy' })
    expect([created.status, fetched.status]).toStrictEqual([201, 200])
    expect(fetched.body).toStrictEqual(created.body)
  })

  it('add cards at /v3.1/carts/{cartId}/cards', { meta: { rules: ['4.1-04'] } }, async () => {
    const { cartId } = await elite.want('createCart', 201, { body: { action: 'buy' } })
    const cards = [storyCard.harborEcode(2)]
    const added = await send('addCards', 'POST', `/v3.1/carts/${cartId}/cards`, { cards })
    expect(added.status).toBe(201)
    expect(added.body).toHaveProperty('cart.cards.0.quantity', 2)
  })

  it('adjust and remove a card at its own path', { meta: { rules: ['4.1-05', '4.1-06'] } }, async () => {
    const cart = await fillCart(elite, [storyCard.harborEcode(2)])
    const path = `/v3/carts/${cart.cartId}/cards/${cart.cards[0]!.id}`
    const adjusted = await send('adjustCardQuantity', 'PUT', path, { qty: 3 })
    expect(adjusted.status).toBe(200)
    expect(adjusted.body).toHaveProperty('cards.0.quantity', 5)
    const removed = await send('removeCard', 'DELETE', path)
    expect(removed.status).toBe(200)
    expect(removed.body).toHaveProperty('cards', [])
  })

  it('apply and remove a coupon at its code', { meta: { rules: ['4.1-07', '4.1-08'] } }, async () => {
    const cart = await fillCart(elite)
    const path = `/v3/carts/${cart.cartId}/coupons/SAVE10`
    const applied = await send('applyCoupon', 'POST', path)
    expect(applied.status).toBe(200)
    expect((applied.body as Cart).couponData).toMatchObject({ coupon: 'SAVE10', discount: 18.46 })
    const removed = await send('removeCoupon', 'DELETE', path)
    expect(removed.status).toBe(200)
    expect((removed.body as Cart).couponData).toBeNull()
  })
})

describe('the order and wallet operations', () => {
  it('buy cards at /v3/orders?checkout=condensed', { meta: { rules: ['4.1-09'] } }, async () => {
    const path = '/v3/orders?checkout=condensed'
    const bought = await send('checkout', 'POST', path, checkoutOf([storyCard.northwindEcode(2)]).body)
    expect(bought.status).toBe(201)
    expect(bought.body).toHaveProperty('buyOrder.total.order', '91.50')
  })

  it('tell the state of an order at its path', { meta: { rules: ['4.1-10'] } }, async () => {
    const order = await placeOrder(elite, [storyCard.northwindPhysical()])
    const path = `/v3/orders/${order.orderId}`
    const before = await send('getOrder', 'GET', path)
    expect(before.status).toBe(200)
    expect(before.body).toMatchObject({ buyOrder: { orderId: order.orderId, fulfilled: false } })
    await sandbox.wantControl('setOrderStatus', 200, {
      path: { orderId: order.orderId },
      body: { status: 'Canceled' },
    })
    const after = await send('getOrder', 'GET', path)
    expect(after.body).toHaveProperty('buyOrder.status', 'Canceled')
  })

  it('return a wallet card at its path', { meta: { rules: ['4.1-11'] } }, async () => {
    const order = await placeOrder(elite, [storyCard.northwindEcode()])
    const found = await send('getWalletCard', 'GET', `/v3/wallets/${order.cards[0]!.id}`)
    expect(found.status).toBe(200)
    expect(found.body).toMatchObject({ id: order.cards[0]!.id, order: { id: order.orderId } })
  })
})

describe('the drawdown operations', () => {
  it('return the balance at /v3/customers/drawdown-account', { meta: { rules: ['4.1-12'] } }, async () => {
    const found = await send('getDrawdownAccount', 'GET', '/v3/customers/drawdown-account')
    expect(found.status).toBe(200)
    expect(found.body).toStrictEqual({
      balance: 1500,
      availableBalance: 1200,
      pendingBalance: 300,
      isActive: true,
    })
  })

  it('return the history below the account', { meta: { rules: ['4.1-13'] } }, async () => {
    const path = '/v3/customers/drawdown-account/transactions'
    const found = await send('listDrawdownTransactions', 'GET', path)
    expect(found.status).toBe(200)
    expect(found.body).toMatchObject({ transactions: [{ type: 'Deposit', amount: 1500, balance: 1500 }] })
  })
})

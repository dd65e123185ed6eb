import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PasswordHasher } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  cartCheckoutOf,
  checkoutOf,
  fillCart,
  placeOrder,
  rememberingHasher,
  type Sandbox,
  startSandbox,
  storyCard,
  storyCards,
  storyPayments,
  storyTime,
} from '@giftcards/test-harness'

let hashes = 0

/** Counts its calls, which make up the cost of a login. */
const passwords: PasswordHasher = {
  needsRehash: () => false,
  verify(password, stored) {
    hashes += 1
    return rememberingHasher.verify(password, stored)
  },
  hash(password) {
    hashes += 1
    return rememberingHasher.hash(password)
  },
}

const folder = mkdtempSync(join(tmpdir(), 'giftcards-'))

let sandbox: Sandbox
beforeAll(async () => {
  const store = await openStore(`sqlite:${join(folder, 'reset.db')}`, { mode: 'sandbox' })
  sandbox = await startSandbox({ RATE_LIMIT_PER_MINUTE: '40' }, { store, passwords })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => sandbox.reset())

const elite = 'elite@example.com'
const newCart = { body: { action: 'buy' } }

const publishedState = async () => ({
  ...(await sandbox.wantControl('listInventory', 200)),
  ...(await sandbox.wantControl('listCustomers', 200)),
})

/** Creates a cart with a coupon and an order, spends money and changes stock. */
async function makeAMess() {
  const partner = await sandbox.partner(elite)
  const order = await placeOrder(partner, storyCards, storyPayments.DRAWDOWN_ACCOUNT, {
    couponCode: 'SAVE10',
  })
  const cart = await fillCart(partner, [storyCard.harborEcode(3)])
  await sandbox.wantControl('setStoreCredit', 200, { path: { email: elite }, body: { amount: 1 } })
  await sandbox.wantControl('depositToDrawdown', 201, { path: { email: elite }, body: { amount: 1 } })
  const bucket = { merchantId: 104, faceValue: 15, percentOff: 1, type: 'ecode', isLowRisk: true, onHand: 9 }
  await sandbox.wantControl('setInventory', 200, { body: bucket })
  return { partner, order, cart }
}

describe('resetSandbox', () => {
  it('restores the published data', { meta: { rules: ['D11-11', 'D11-34'] } }, async () => {
    const published = await publishedState()
    await makeAMess()
    expect(await publishedState()).not.toStrictEqual(published)
    // The system time is stopped, so that the running clock can be read exactly.
    vi.setSystemTime('2031-05-06T07:08:09.000Z')
    onTestFinished(() => void vi.useRealTimers())
    const clock = await sandbox.wantControl('resetSandbox', 200)
    expect(clock).toStrictEqual({ now: '2031-05-06T07:08:09.000Z', frozen: false })
    expect(await publishedState()).toStrictEqual(published)
    await sandbox.wantControl('resetSandbox', 200)
    expect(await publishedState()).toStrictEqual(published)
  })

  it('takes less time than a login: it hashes no password', { meta: { rules: ['D11-23'] } }, async () => {
    await makeAMess()
    hashes = 0
    await sandbox.wantControl('resetSandbox', 200)
    expect(hashes).toBe(0)
    await sandbox.partner(elite)
    expect(hashes).toBe(1)
  })

  it('clears carts, orders and ledgers', { meta: { rules: ['D11-24'] } }, async () => {
    const { partner, order, cart } = await makeAMess()
    await sandbox.reset()
    expect((await partner.call('getOrder', { path: { orderId: order.orderId } })).code).toBe(
      'order_not_found',
    )
    const path = { cardId: order.cards[0]!.id }
    expect((await partner.call('getWalletCard', { path })).code).toBe('card_not_found')
    const stale = await partner.call('applyCoupon', { path: { cartId: cart.cartId, couponCode: 'SAVE10' } })
    expect(stale.code).toBe('cart_not_found')
    expect((await partner.want('createCart', 201, newCart)).cards).toStrictEqual([])
    const { transactions } = await partner.want('listDrawdownTransactions', 200)
    expect(transactions).toMatchObject([{ type: 'Deposit', amount: 1500, description: 'Account funded' }])
  })

  it('clears the uses of coupons', { meta: { rules: ['D11-24'] } }, async () => {
    const usage = async () => {
      const partner = await sandbox.partner(elite)
      const { cartId } = await fillCart(partner, [storyCard.harborEcode()])
      const path = { cartId, couponCode: 'SAVE10' }
      const { couponData } = await partner.want('applyCoupon', 200, { path })
      await partner.want('checkout', 201, cartCheckoutOf(cartId))
      return couponData?.usage
    }
    expect([await usage(), await usage()]).toStrictEqual([1, 2])
    await sandbox.reset()
    expect(await usage()).toBe(1)
  })

  it('clears the throttles', { meta: { rules: ['D11-24'] } }, async () => {
    const partner = await sandbox.partner()
    const wrong = { body: { customer: { email: elite, password: 'wrong' } } }
    for (let count = 0; count < 5; count += 1) await partner.want('login', 401, wrong)
    expect((await partner.call('login', wrong)).status).toBe(429)
    await sandbox.reset()
    expect((await partner.call('login', wrong)).status).toBe(401)
    for (let count = 0; count < 40; count += 1) await partner.call('createCart', newCart)
    expect((await partner.call('createCart', newCart)).status).toBe(429)
    await sandbox.reset()
    expect((await partner.call('createCart', newCart)).status).toBe(201)
  })

  it('clears the idempotency keys', { meta: { rules: ['D11-24'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const options = { ...checkoutOf([storyCard.harborEcode()]), headers: { 'Idempotency-Key': 'key-1' } }
    await partner.want('checkout', 201, options)
    const replayed = await partner.call('checkout', options)
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    await sandbox.reset()
    const other = { ...checkoutOf([storyCard.harborEcode(2)]), headers: options.headers }
    const fresh = await partner.call('checkout', other)
    expect([fresh.status, fresh.headers.get('idempotent-replayed')]).toStrictEqual([201, null])
  })

  it('clears the request log', { meta: { rules: ['D11-24'] } }, async () => {
    await sandbox.partner()
    expect((await sandbox.wantControl('listRequests', 200)).requests).toHaveLength(1)
    await sandbox.wantControl('resetSandbox', 200)
    expect((await sandbox.wantControl('listRequests', 200)).requests).toStrictEqual([])
  })

  it('leaves tokens as they are', { meta: { rules: ['D11-25'] } }, async () => {
    const partner = await sandbox.partner(elite)
    await sandbox.reset()
    await partner.want('getDrawdownAccount', 200)
    const { token } = partner
    await sandbox.advance(3599)
    await partner.want('getDrawdownAccount', 200)
    await sandbox.advance(1)
    const headers = { authorization: `Bearer ${token}` }
    expect((await partner.call('getDrawdownAccount', { headers })).code).toBe('token_expired')
    await sandbox.reset()
    expect((await partner.call('getDrawdownAccount', { headers })).status).toBe(200)
  })
})

describe('the sandbox clock', () => {
  it('ages whatever expires', { meta: { rules: ['D11-26'] } }, async () => {
    const first = await sandbox.partner(elite)
    const order = await placeOrder(first, [storyCard.northwindPhysical()])
    const digital = await placeOrder(first, [storyCard.harborEcode()])
    const key = { 'Idempotency-Key': 'key-1' }
    const buy = { ...checkoutOf([storyCard.harborEcode()]), headers: key }
    await first.want('checkout', 201, buy)
    const { cartId } = await fillCart(first, [storyCard.pixelEcode()])

    await sandbox.advance(30 * 60)
    const coupon = { path: { cartId, couponCode: 'SAVE10' } }
    expect((await first.call('applyCoupon', coupon)).code).toBe('cart_not_found')
    await sandbox.advance(30 * 60)
    expect((await first.call('getDrawdownAccount')).code).toBe('token_expired')

    const second = await sandbox.partner(elite)
    const path = { orderId: order.orderId }
    expect((await second.want('getOrder', 200, { path })).buyOrder.status).toBe('Fulfillment')
    await sandbox.advance(23 * 3600)
    const third = await sandbox.partner(elite)
    expect((await third.want('getOrder', 200, { path })).buyOrder.status).toBe('Shipped')
    await sandbox.advance(1)
    const secure = await third.call('getSecureData', { path: { cardId: digital.cards[0]!.id } })
    expect(secure.code).toBe('secure_data_expired')
    const again = await third.call('checkout', buy)
    expect([again.status, again.headers.get('idempotent-replayed')]).toStrictEqual([201, null])
  })

  it('ages tokens and carts while it runs', { meta: { rules: ['D11-26'] } }, async () => {
    await sandbox.wantControl('setClock', 200, { body: { frozen: false, now: storyTime } })
    const partner = await sandbox.partner()
    const { cartId } = await fillCart(partner, [storyCard.pixelEcode(3)])
    await sandbox.advance(1801)
    const { inventory } = await sandbox.wantControl('listInventory', 200)
    expect(inventory).toContainEqual(expect.objectContaining({ merchantId: 103, faceValue: 35, reserved: 0 }))
    const stale = await partner.call('applyCoupon', { path: { cartId, couponCode: 'SAVE10' } })
    expect(stale.code).toBe('cart_not_found')
    await sandbox.advance(1801)
    expect((await partner.call('createCart', newCart)).code).toBe('token_expired')
  })
})

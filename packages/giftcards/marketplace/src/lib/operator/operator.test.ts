import { beforeEach, describe, expect, it } from 'vitest'
import {
  depositToDrawdown,
  getOrder,
  isFulfilled,
  listDrawdownTransactions,
  type OrderStatus,
  setOrderStatus,
  setStoreCredit,
  sweep,
} from '../../index.ts'
import { bookEntries, eliteAccount, stockOf } from '../samples/book-entries.ts'
import { callerOf, createTestMarketplace, type TestMarketplace } from '../samples/create-test-marketplace.ts'
import { refusalOf, valueOf } from '../samples/outcome.ts'
import { buy, checkoutLine, magicLine, physicalLine } from '../samples/sample-checkout.ts'

const elite = callerOf('elite')
const standard = callerOf('standard')
const hour = 3600
let market: TestMarketplace
beforeEach(async () => {
  market = await createTestMarketplace()
})
const put = (orderId: string, status: OrderStatus) => setOrderStatus(market.deps, orderId, status)

describe('depositToDrawdown', () => {
  it('funds the account with a ledger row', { meta: { rules: ['D9-08'] } }, async () => {
    expect(valueOf(await depositToDrawdown(market.deps, 'Elite@example.com', 5000))).toMatchObject({
      type: 'Deposit',
      amountCents: 5000,
      balanceCents: 155_000,
      description: 'Account funded',
      at: market.clock.now(),
    })
    expect(await eliteAccount(market)).toEqual([155_000, 30_000])
  })

  it('refuses a customer without an account', async () => {
    const before = await bookEntries(market)
    expect(refusalOf(await depositToDrawdown(market.deps, 'unfunded@example.com', 1))).toBe(
      'drawdown_account_not_found',
    )
    expect(await bookEntries(market)).toEqual(before)
  })

  it('keeps the ledger in the order of time', { meta: { rules: ['4.8-04', '2.11-05'] } }, async () => {
    await buy(market, elite, { method: 'DRAWDOWN_ACCOUNT', lines: [physicalLine] })
    market.clock.advance(48 * hour)
    await depositToDrawdown(market.deps, 'elite@example.com', 100)
    const rows = valueOf(await listDrawdownTransactions(market.deps, elite))
    expect(rows.map((row) => row.type)).toEqual(['Deposit', 'Purchase', 'Deposit'])
  })

  it('is made once under one key', { meta: { rules: ['D11-59'] } }, async () => {
    const first = valueOf(await depositToDrawdown(market.deps, 'elite@example.com', 5000, 'wire-7'))
    market.clock.advance(100 * 24 * hour)
    await depositToDrawdown(market.deps, 'elite@example.com', 100)
    const again = await depositToDrawdown(market.deps, 'elite@example.com', 5000, 'wire-7')
    expect(valueOf(again)).toEqual(first)
    expect(await eliteAccount(market)).toEqual([155_100, 30_000])
  })

  it('refuses a key with another amount', { meta: { rules: ['D11-59'] } }, async () => {
    await depositToDrawdown(market.deps, 'elite@example.com', 5000, 'wire-7')
    const other = await depositToDrawdown(market.deps, 'elite@example.com', 5001, 'wire-7')
    expect(refusalOf(other)).toBe('idempotency_mismatch')
    expect(await eliteAccount(market)).toEqual([155_000, 30_000])
  })

  it('keeps the keys of customers apart', async () => {
    await depositToDrawdown(market.deps, 'elite@example.com', 5000, 'wire-7')
    const poor = await depositToDrawdown(market.deps, 'poor@example.com', 700, 'wire-7')
    expect(valueOf(poor)).toMatchObject({ amountCents: 700, balanceCents: 1700 })
  })

  it('finds no unknown customer', async () => {
    expect(refusalOf(await depositToDrawdown(market.deps, 'nobody@example.com', 1))).toBe(
      'customer_not_found',
    )
  })
})

describe('setStoreCredit', () => {
  it('sets the credit of a customer', async () => {
    expect(valueOf(await setStoreCredit(market.deps, 'Standard@example.com', 1234))).toBe(1234)
    const customer = await market.store.read((tx) => tx.findCustomer(standard.customerId))
    expect(customer?.storeCreditCents).toBe(1234)
  })

  it('outlasts money that came back before', async () => {
    await buy(market, standard, { method: 'STORE_CREDIT', lines: [magicLine(904)] })
    market.clock.advance(hour)
    await setStoreCredit(market.deps, 'standard@example.com', 1234)
    await sweep(market.deps)
    const customer = await market.store.read((tx) => tx.findCustomer(standard.customerId))
    expect(customer?.storeCreditCents).toBe(1234)
  })

  it('finds no unknown customer', async () => {
    expect(refusalOf(await setStoreCredit(market.deps, 'nobody@example.com', 1))).toBe('customer_not_found')
  })
})

describe('setOrderStatus', () => {
  it.each(['Review', 'Hold', 'Fulfillment', 'Shipped', 'Canceled'] as const)(
    'puts an order to %s',
    async (status) => {
      const { orderId } = await buy(market, standard, { lines: [physicalLine] })
      expect(valueOf(await put(orderId, status)).status).toBe(status)
    },
  )

  it.each([902, 903])(
    'releases an order of merchant %i',
    { meta: { rules: ['D11-18'] } },
    async (merchantId) => {
      const { orderId } = await buy(market, standard, { lines: [magicLine(merchantId)] })
      expect(valueOf(await put(orderId, 'Processing')).status).toBe('Processing')
      const released = valueOf(await getOrder(market.deps, standard, orderId))
      expect(released.status).toBe('Digitally Delivered')
      expect(isFulfilled(released)).toBe(true)
    },
  )

  it('stops an order under review', async () => {
    const { orderId } = await buy(market, standard, { lines: [physicalLine] })
    await put(orderId, 'Review')
    market.clock.advance(100 * hour)
    const order = valueOf(await getOrder(market.deps, standard, orderId))
    expect(order.status).toBe('Review')
    expect(isFulfilled(order)).toBe(false)
  })

  it('captures the hold when it ships', { meta: { rules: ['D9-03'] } }, async () => {
    const { orderId } = await buy(market, elite, { method: 'DRAWDOWN_ACCOUNT', lines: [physicalLine] })
    expect(valueOf(await put(orderId, 'Shipped')).hold).toBe('captured')
    expect(await eliteAccount(market)).toEqual([140_933, 30_000])
  })

  it('captures one hold once', { meta: { rules: ['D9-03', 'D9-06'] } }, async () => {
    const { orderId } = await buy(market, elite, { method: 'DRAWDOWN_ACCOUNT' })
    for (const status of ['Digitally Delivered', 'Processing', 'Shipped', 'Review', 'Processing'] as const) {
      await put(orderId, status)
      market.clock.advance(hour)
    }
    await getOrder(market.deps, elite, orderId)
    expect(await eliteAccount(market)).toEqual([145_539, 30_000])
  })

  it('gives everything back when it cancels', { meta: { rules: ['D5-17', 'D6-34', 'D13-25'] } }, async () => {
    const before = await bookEntries(market)
    const request = { method: 'STORE_CREDIT', couponCode: 'ONCE', lines: [physicalLine] }
    const { orderId } = await buy(market, standard, request)
    await put(orderId, 'Canceled')
    expect(await bookEntries(market)).toEqual(before)
    expect((await buy(market, standard, request)).coupon?.usage).toBe(1)
  })

  it('cancels once only', { meta: { rules: ['D6-34'] } }, async () => {
    const { orderId } = await buy(market, standard, { method: 'STORE_CREDIT' })
    await put(orderId, 'Canceled')
    expect(refusalOf(await put(orderId, 'Canceled'))).toBe('order_is_final')
    expect(refusalOf(await put(orderId, 'Processing'))).toBe('order_is_final')
    expect(await stockOf(market, 101)).toEqual([4, 0])
  })

  it('sells no delivered card again', { meta: { rules: ['D6-39'] } }, async () => {
    const { orderId } = await buy(market, standard, { lines: [checkoutLine(), physicalLine] })
    await put(orderId, 'Canceled')
    expect(await stockOf(market, 101)).toEqual([4, 0])
    expect(await stockOf(market, 101, { type: 'physical' })).toEqual([5, 0])
  })

  it('cancels an order that then is not fulfilled', { meta: { rules: ['D6-40'] } }, async () => {
    const { orderId } = await buy(market, standard)
    const canceled = valueOf(await put(orderId, 'Canceled'))
    expect([isFulfilled(canceled), canceled.units.map((unit) => unit.fulfilledAt === null)]).toEqual([
      false,
      [false],
    ])
  })

  it('keeps the bank’s return in the plan', { meta: { rules: ['D11-47'] } }, async () => {
    const { orderId } = await buy(market, standard, { bankId: 7003, lines: [physicalLine] })
    await put(orderId, 'Hold')
    await put(orderId, 'Processing')
    market.clock.advance(48 * hour)
    expect(valueOf(await getOrder(market.deps, standard, orderId)).status).toBe('Canceled')
  })

  it('finds no unknown order', async () => {
    expect(refusalOf(await put('no-such-order', 'Canceled'))).toBe('order_not_found')
  })
})

import { describe, expect, it } from 'vitest'
import {
  checkout,
  depositToDrawdown,
  getDrawdownAccount,
  listDrawdownTransactions,
  runJobs,
  setOrderStatus,
} from '@giftcards/marketplace'
import {
  buy,
  callerOf,
  cardsCheckout,
  checkoutLine,
  elite,
  physicalLine,
  refusalOf,
  valueOf,
} from '@giftcards/marketplace/testing'
import { bookEntries, eliteAccount } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const byDrawdown = { method: 'DRAWDOWN_ACCOUNT', lines: [physicalLine] }
const hour = 3600
const day = 24 * hour
const market = useMarketplace()
/** Returns the ledger after all due jobs have run. */
async function ledger() {
  await runJobs(market.deps)
  return valueOf(await listDrawdownTransactions(market.deps, elite))
}

describe('getDrawdownAccount', () => {
  it('shows a purchase once it is delivered', { meta: { rules: ['D9-03'] } }, async () => {
    await buy(market, elite, { method: 'DRAWDOWN_ACCOUNT' })
    await runJobs(market.deps)
    const account = valueOf(await getDrawdownAccount(market.deps, elite))
    expect([account.balanceCents, account.pendingCents]).toEqual([145_539, 30_000])
  })

  it('shows zeros without an account', { meta: { rules: ['D9-11'] } }, async () => {
    expect(valueOf(await getDrawdownAccount(market.deps, callerOf('unfunded')))).toMatchObject({
      balanceCents: 0,
      pendingCents: 0,
      isActive: false,
    })
    expect(valueOf(await listDrawdownTransactions(market.deps, callerOf('unfunded')))).toEqual([])
  })

  it('is for Elite customers only', { meta: { rules: ['4.8-01', '5-16'] } }, async () => {
    expect(refusalOf(await getDrawdownAccount(market.deps, callerOf('standard')))).toBe(
      'drawdown_access_denied',
    )
    expect(refusalOf(await listDrawdownTransactions(market.deps, callerOf('standard')))).toBe(
      'drawdown_access_denied',
    )
  })
})

describe('listDrawdownTransactions', () => {
  it('writes a purchase on fulfillment only', { meta: { rules: ['D9-03', 'D9-08'] } }, async () => {
    const order = await buy(market, elite, byDrawdown)
    expect((await ledger()).map((row) => row.type)).toEqual(['Deposit'])
    market.clock.advance(day)
    expect((await ledger())[0]).toMatchObject({
      type: 'Purchase',
      amountCents: -9067,
      balanceCents: 140_933,
      description: `Order #${order.id}`,
      at: market.clock.now(),
    })
    expect(await eliteAccount(market)).toEqual([140_933, 30_000])
  })

  it('holds all of an order until its last card', { meta: { rules: ['D9-03', 'D6-36'] } }, async () => {
    await buy(market, elite, { ...byDrawdown, lines: [checkoutLine(), physicalLine] })
    market.clock.advance(day - 1)
    expect(await ledger()).toHaveLength(1)
    expect(await eliteAccount(market)).toEqual([150_000, 43_528])
    market.clock.advance(1)
    expect(await ledger()).toHaveLength(2)
    expect(await eliteAccount(market)).toEqual([136_472, 30_000])
  })

  it('writes a refund for captured money', { meta: { rules: ['D9-05', 'D9-08', 'D6-34'] } }, async () => {
    const order = await buy(market, elite, byDrawdown)
    market.clock.advance(day)
    await runJobs(market.deps)
    const canceled = valueOf(await setOrderStatus(market.deps, order.orderId, 'Canceled'))
    expect(canceled.hold).toBe('refunded')
    expect((await ledger())[0]).toMatchObject({
      type: 'Refund',
      amountCents: 9067,
      balanceCents: 150_000,
      description: `Refund for order #${order.id}`,
    })
    expect(await eliteAccount(market)).toEqual([150_000, 30_000])
  })

  it('lists 1,000 rows at most', { meta: { rules: ['D9-10'] } }, async () => {
    for (let count = 0; count < 1001; count += 1) await depositToDrawdown(market.deps, 'elite@example.com', 1)
    const rows = await ledger()
    expect(rows).toHaveLength(1000)
    expect(rows[0]?.balanceCents).toBe(151_001)
  })

  it('writes the rows of several orders in time', { meta: { rules: ['D9-09'] } }, async () => {
    const first = await buy(market, elite, byDrawdown)
    market.clock.advance(60)
    const second = await buy(market, elite, { method: 'DRAWDOWN_ACCOUNT' })
    market.clock.advance(10 * day)
    const rows = await ledger()
    expect(rows.map((row) => row.description)).toEqual([
      `Order #${first.id}`,
      `Order #${second.id}`,
      'Account funded',
    ])
    rows.forEach((row, index) => {
      expect(row.balanceCents).toBe(row.amountCents + (rows[index + 1]?.balanceCents ?? 0))
    })
  })

  it('never lets concurrent checkouts overdraw', { meta: { rules: ['D9-06', '4.6-28'] } }, async () => {
    const request = cardsCheckout({ method: 'DRAWDOWN_ACCOUNT', lines: [checkoutLine()] })
    await market.store.transaction((tx) =>
      tx.putDrawdownAccount({
        customerId: elite.customerId,
        balanceCents: 10_000,
        pendingCents: 0,
        isActive: true,
      }),
    )
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => checkout(market.deps, elite, request)))
    expect(outcomes.map(refusalOf).toSorted()).toEqual([
      'done',
      'done',
      'drawdown_insufficient',
      'drawdown_insufficient',
    ])
    await runJobs(market.deps)
    const account = valueOf(await getDrawdownAccount(market.deps, elite))
    expect(account).toMatchObject({ balanceCents: 1078, pendingCents: 0 })
  })

  it('writes no negative zero', async () => {
    const coffee = checkoutLine({ merchantId: 102, faceValueCents: 500, percentOffBps: 50 })
    const request = { method: 'DRAWDOWN_ACCOUNT', lines: [coffee], couponCode: 'FIVEOFF' }
    await buy(market, elite, request)
    expect((await ledger())[0]?.amountCents).toBe(0)
  })
})

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

  it('is made once under one key', async () => {
    const first = valueOf(await depositToDrawdown(market.deps, 'elite@example.com', 5000, 'wire-7'))
    market.clock.advance(100 * 24 * hour)
    await depositToDrawdown(market.deps, 'elite@example.com', 100)
    const again = await depositToDrawdown(market.deps, 'elite@example.com', 5000, 'wire-7')
    expect(valueOf(again)).toEqual(first)
    expect(await eliteAccount(market)).toEqual([155_100, 30_000])
  })

  it('refuses a key with another amount', async () => {
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
})

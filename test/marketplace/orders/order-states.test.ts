import { describe, expect, it } from 'vitest'
import {
  type CustomerCaller,
  getOrder,
  getSecureData,
  getWalletCard,
  isFulfilled,
  type OrderView,
  runJobs,
} from '@giftcards/marketplace'
import {
  buy,
  checkoutLine,
  elite,
  magicLine,
  physicalLine,
  refusalOf,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { bookEntries, eliteAccount, stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const minute = 60
const hour = 60 * minute
const market = useMarketplace()
const see = async ({ orderId }: OrderView, caller: CustomerCaller = standard) => {
  await runJobs(market.deps)
  return valueOf(await getOrder(market.deps, caller, orderId))
}

describe('getOrder', () => {
  it(
    'shows digital cards delivered at once',
    { meta: { rules: ['3.2-02', '3.2-03', 'D6-30', 'D6-37'] } },
    async () => {
      const order = await see(await buy(market, standard))
      expect(order.status).toBe('Digitally Delivered')
      expect(order.units.map((unit) => unit.fulfilledAt)).toEqual([order.purchasedAt])
      expect(order.plan).toEqual([])
    },
  )

  it(
    'moves a physical order on by the clock',
    { meta: { rules: ['3.2-02', '3.2-04', 'D6-31', 'D6-38', 'D13-23'] } },
    async () => {
      const order = await buy(market, standard, { lines: [physicalLine] })
      expect((await see(order)).status).toBe('Processing')
      market.clock.advance(hour - 1)
      expect((await see(order)).status).toBe('Processing')
      market.clock.advance(1)
      expect((await see(order)).status).toBe('Fulfillment')
      market.clock.advance(23 * hour - 1)
      expect((await see(order)).status).toBe('Fulfillment')
      market.clock.advance(1)
      const shipped = await see(order)
      expect(shipped.status).toBe('Shipped')
      expect(shipped.units[0]?.fulfilledAt).toBe(order.purchasedAt + 24 * hour * 1000)
    },
  )

  it('fulfils a mixed order card by card', { meta: { rules: ['D6-31', 'D6-36'] } }, async () => {
    const placed = await buy(market, standard, { lines: [checkoutLine(), physicalLine] })
    const order = await see(placed)
    expect(order.status).toBe('Processing')
    expect(order.units.map((unit) => unit.fulfilledAt !== null)).toEqual([true, false])
    expect(isFulfilled(order)).toBe(false)
    market.clock.advance(24 * hour)
    expect(isFulfilled(await see(placed))).toBe(true)
  })

  it('applies each step at its own time', { meta: { rules: ['D6-38', 'D9-03'] } }, async () => {
    const order = await buy(market, elite, { method: 'DRAWDOWN_ACCOUNT', lines: [physicalLine] })
    market.clock.advance(1000 * hour)
    expect((await see(order, elite)).units[0]?.fulfilledAt).toBe(order.purchasedAt + 24 * hour * 1000)
    const [purchase] = await market.store.read((tx) => tx.listDrawdownTransactions(elite.customerId, 1))
    expect(purchase).toMatchObject({ type: 'Purchase', at: order.purchasedAt + 24 * hour * 1000 })
  })

  it.each([
    [902, 'Review'],
    [903, 'Hold'],
  ])(
    'puts an order of merchant %i to %s',
    { meta: { rules: ['D6-32', 'D6-33'] } },
    async (merchantId, status) => {
      const placed = await buy(market, standard, { lines: [magicLine(merchantId), checkoutLine()] })
      expect(placed.status).toBe('Processing')
      market.clock.advance(100 * hour)
      const order = await see(placed)
      expect(order.status).toBe(status)
      expect(order.units.some((unit) => unit.fulfilledAt !== null)).toBe(false)
    },
  )

  it('cancels an order of merchant 904 undelivered', { meta: { rules: ['D6-34', 'D13-24'] } }, async () => {
    const before = await bookEntries(market)
    const request = { lines: [magicLine(904)], method: 'STORE_CREDIT', couponCode: 'SAVE10' }
    const order = await buy(market, standard, request)
    expect(await bookEntries(market)).not.toEqual(before)
    market.clock.advance(minute - 1)
    expect((await see(order)).units[0]?.fulfilledAt).toBeNull()
    market.clock.advance(1)
    expect(await see(order)).toMatchObject({ status: 'Canceled', plan: [] })
    expect(await bookEntries(market)).toEqual(before)
  })

  it('releases the hold of a canceled order', { meta: { rules: ['D9-04'] } }, async () => {
    const order = await buy(market, elite, { method: 'DRAWDOWN_ACCOUNT', lines: [magicLine(904)] })
    expect(await eliteAccount(market)).toEqual([150_000, 30_926])
    market.clock.advance(minute)
    expect((await see(order, elite)).hold).toBe('released')
    expect(await eliteAccount(market)).toEqual([150_000, 30_000])
    const ledger = await market.store.read((tx) => tx.listDrawdownTransactions(elite.customerId, 10))
    expect(ledger.map((row) => row.type)).toEqual(['Deposit'])
  })

  it('cancels when the bank takes its money back', { meta: { rules: ['D6-34'] } }, async () => {
    const order = await buy(market, standard, { bankId: 7003, couponCode: 'ONCE', lines: [physicalLine] })
    market.clock.advance(48 * hour - 1)
    expect((await see(order)).status).toBe('Shipped')
    market.clock.advance(1)
    expect((await see(order)).status).toBe('Canceled')
    expect(await stockOf(market, 101, { type: 'physical' })).toEqual([4, 0])
    expect(await market.store.read((tx) => tx.countCouponUsesBy(9, standard.customerId))).toBe(0)
  })

  it('returns no money for the backup card', async () => {
    const order = await buy(market, standard, { method: 'ACH_CREDITCARD', bankId: 7002 })
    market.clock.advance(100 * hour)
    expect((await see(order)).status).toBe('Digitally Delivered')
  })
})

describe('a read', () => {
  it('does no work that is due', async () => {
    const { id, orderId, units } = await buy(market, elite)
    expect(valueOf(await getOrder(market.deps, elite, orderId)).status).toBe('Processing')
    for (const read of [getWalletCard, getSecureData])
      expect(refusalOf(await read(market.deps, elite, units[0]?.id ?? 0))).toBe('card_not_found')
    expect(
      await market.store.read((tx) => tx.findJob(`order-step/${id}/${market.clock.now()}`)),
    ).toMatchObject({
      state: 'open',
      attempts: 0,
    })
  })
})

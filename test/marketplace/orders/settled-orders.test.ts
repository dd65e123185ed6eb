import { beforeEach, describe, expect, it } from 'vitest'
import {
  type CustomerCaller,
  getDrawdownAccount,
  getOrder,
  getSecureData,
  getWalletCard,
  isFulfilled,
  type MarketplaceDeps,
  type OrderView,
  runJobs,
  settings,
  settleEverything,
} from '@giftcards/marketplace'
import {
  buy,
  checkoutLine,
  elite,
  letTimePass,
  magicLine,
  physicalLine,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { bookEntries, eliteAccount, stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const minute = 60
const hour = 60 * minute
const market = useMarketplace()
const see = async ({ orderId }: OrderView, caller: CustomerCaller = standard) =>
  valueOf(await getOrder(market.deps, caller, orderId))

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

/** The marketplace over an issuer that takes so long for each card, or never responds for cards of merchant 104. */
function withSlowIssuer(ms: number): MarketplaceDeps {
  const { issuer } = market.deps
  const issue: typeof issuer.issue = async (card) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (card.merchant.id !== 104 && ms === 0) resolve()
    else if (card.merchant.id !== 104) market.time.startTimer(ms, resolve)
    await promise
    return issuer.issue(card)
  }
  return { ...market.deps, issuer: { ...issuer, issue } }
}
/** A card that `withSlowIssuer` never issues. */
const stuckLine = checkoutLine({ merchantId: 104, faceValueCents: 1000, percentOffBps: 500 })
/** How long work takes in real time, and its result. */
async function timed<T>(work: Promise<T>): Promise<readonly [ms: number, result: T]> {
  const began = market.time.now()
  const result = await letTimePass(market.time, work)
  return [market.time.now() - began, result]
}
const statusOf = async (id: number) => (await market.store.read((tx) => tx.findOrder(id)))?.status
/** Orders of 904, whose cancellation needs no card. */
const buyCanceled = () => buy(market, elite, { lines: [magicLine(904)] })

describe('a request whose issuer is slow', { meta: { rules: ['D14-16'] } }, () => {
  beforeEach(() =>
    market.store.transaction(async (tx) => {
      await tx.putStock({ ...checkoutLine(), isLowRisk: false }, 100)
      await tx.putStock({ ...stuckLine, isLowRisk: false }, 100)
    }),
  )

  it('waits two seconds for all cards of an order', async () => {
    const order = await buy(market, elite, { lines: [checkoutLine({ quantity: 100 })] })
    const [ms, seen] = await timed(getOrder(withSlowIssuer(1800), elite, order.orderId))
    expect([ms, valueOf(seen).status]).toEqual([settings.requestPatienceMs, 'Processing'])
  })

  it('shows what was issued in time', async () => {
    const order = await buy(market, elite, { lines: [checkoutLine({ quantity: 10 })] })
    const [ms, seen] = await timed(getOrder(withSlowIssuer(1750), elite, order.orderId))
    expect([ms, valueOf(seen).status]).toEqual([1750, 'Digitally Delivered'])
  })

  it('waits two seconds for all orders of an account', async () => {
    const ids: number[] = []
    for (let count = 0; count < 6; count += 1) ids.push((await buy(market, elite, { lines: [stuckLine] })).id)
    const [ms] = await timed(getDrawdownAccount(withSlowIssuer(0), elite))
    expect(ms).toBe(settings.requestPatienceMs)
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'Processing'))
  })

  it('waits two seconds after the clock of a sandbox was set', async () => {
    for (let count = 0; count < 3; count += 1) await buy(market, elite, { lines: [stuckLine] })
    const canceled = await buyCanceled()
    market.clock.advance(minute)
    expect((await timed(settleEverything(withSlowIssuer(0))))[0]).toBe(settings.requestPatienceMs)
    // There may be thousands: all that are left are left to their jobs.
    expect(await statusOf(canceled.id)).toBe('Processing')
  })

  it('takes the steps of the account that need no card', async () => {
    const stuck = await buy(market, elite, { lines: [stuckLine] })
    const canceled = await buyCanceled()
    market.clock.advance(minute)
    const [ms] = await timed(getDrawdownAccount(withSlowIssuer(0), elite))
    expect([ms, await statusOf(stuck.id), await statusOf(canceled.id)]).toEqual([
      settings.requestPatienceMs,
      'Processing',
      'Canceled',
    ])
  })

  it('waits for no other order than its own', async () => {
    const stuck = await buy(market, elite, { lines: [stuckLine] })
    const other = await buy(market, elite)
    const [cardId] = other.units.map(({ id }) => id)
    const deps = withSlowIssuer(0)
    expect((await timed(getWalletCard(deps, elite, cardId ?? 0)))[0]).toBe(0)
    expect((await timed(getSecureData(deps, elite, cardId ?? 0)))[0]).toBe(0)
    const { orderId } = await buy(market, elite)
    const [ms, seen] = await timed(getOrder(deps, elite, orderId))
    expect([ms, valueOf(seen).status, await statusOf(stuck.id)]).toEqual([
      0,
      'Digitally Delivered',
      'Processing',
    ])
  })

  it('settles the order of the card that it reads', async () => {
    for (const read of [getWalletCard, getSecureData]) {
      const { id, units } = await buy(market, elite)
      expect((await read(market.deps, elite, units[0]?.id ?? 0)).kind).toBe('done')
      expect(await statusOf(id)).toBe('Digitally Delivered')
    }
  })

  it('settles no order of somebody else', async () => {
    const { id, orderId, units } = await buy(market, elite)
    await getOrder(market.deps, standard, orderId)
    await getWalletCard(market.deps, standard, units[0]?.id ?? 0)
    await getSecureData(market.deps, standard, units[0]?.id ?? 0)
    expect(await statusOf(id)).toBe('Processing')
  })
})

describe('a request for an account', () => {
  it('takes twenty steps, and leaves the others to their jobs', async () => {
    await market.store.transaction((tx) => tx.putStock({ ...checkoutLine(), isLowRisk: false }, 100))
    const ids: number[] = []
    for (let count = 0; count < 25; count += 1) ids.push((await buy(market, elite)).id)
    valueOf(await getDrawdownAccount(market.deps, elite))
    const statuses = await Promise.all(ids.map(statusOf))
    expect(statuses.filter((status) => status === 'Digitally Delivered')).toHaveLength(20)
    await runJobs(market.deps)
    expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set(['Digitally Delivered']))
  })
})

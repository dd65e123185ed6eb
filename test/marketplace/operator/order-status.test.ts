import { describe, expect, it } from 'vitest'
import { getOrder, isFulfilled, type OrderStatus, runJobs, setOrderStatus } from '@giftcards/marketplace'
import {
  buy,
  callerOf,
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

const hour = 3600
const market = useMarketplace()
/** Sets the status of an order after all due jobs have run. */
async function put(orderId: string, status: OrderStatus) {
  await runJobs(market.deps)
  return setOrderStatus(market.deps, orderId, status)
}

describe('setOrderStatus', () => {
  it.each(['Review', 'Hold', 'Fulfillment', 'Shipped', 'Canceled'] as const)(
    'puts an order to %s',
    async (status) => {
      const { orderId } = await buy(market, standard, { lines: [physicalLine] })
      expect(valueOf(await put(orderId, status)).status).toBe(status)
    },
  )

  it.each([902, 903])('releases an order of merchant %i', async (merchantId) => {
    const { orderId } = await buy(market, standard, { lines: [magicLine(merchantId)] })
    expect(valueOf(await put(orderId, 'Processing')).status).toBe('Processing')
    await runJobs(market.deps)
    const released = valueOf(await getOrder(market.deps, standard, orderId))
    expect(released.status).toBe('Digitally Delivered')
    expect(isFulfilled(released)).toBe(true)
  })

  it('stops an order under review', async () => {
    const { orderId } = await buy(market, standard, { lines: [physicalLine] })
    await put(orderId, 'Review')
    market.clock.advance(100 * hour)
    await runJobs(market.deps)
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
    await runJobs(market.deps)
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

  it('finds no unknown order', async () => {
    expect(refusalOf(await put('no-such-order', 'Canceled'))).toBe('order_not_found')
  })
})

describe('setOrderStatus without a card issuer', () => {
  it('cancels the issuer is away', async () => {
    const { orderId } = await buy(market, callerOf('elite'), { method: 'DRAWDOWN_ACCOUNT' })
    const issuer = { issue: () => Promise.reject(new Error('away')), void: () => Promise.resolve() }
    const deps = { ...market.deps, issuer }
    expect(valueOf(await setOrderStatus(deps, orderId, 'Canceled')).status).toBe('Canceled')
    expect(await eliteAccount(market)).toEqual([150_000, 30_000])
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { Order, OrderUnit } from '@giftcards/marketplace'
import { buy, callerOf, checkOrder, checkoutLine, physicalLine } from '@giftcards/marketplace/testing'
import { openMarketplace } from '../samples/use-marketplace.ts'

const customers = new Set([1])
let order: Order
beforeEach(async () => {
  const market = await openMarketplace()
  const lines = [checkoutLine(), physicalLine]
  const { id } = await buy(market, callerOf('elite'), {
    method: 'DRAWDOWN_ACCOUNT',
    lines,
    couponCode: 'SAVE10',
  })
  order = (await market.store.read((tx) => tx.findOrder(id)))!
})
const issued = { fulfilledAt: 1, sealedSecrets: 'sealed' }
const oddSecrets = 'has a fulfilled card without secrets, or secrets of one that is not'
const oddBalance = 'has a card with an impossible balance'
const oddHold = 'is paid by drawdown without a hold, or the reverse'
const oddRefund = 'has given its money back though it goes on, or is canceled and has not'
/** A change of an order's first card. */
const unitAs = (change: Partial<OrderUnit>): Partial<Order> => ({
  units: order.units.map((unit, index) => (index === 0 ? { ...unit, ...change } : unit)),
})
const fulfilled = (): Pick<Order, 'units'> => ({
  units: order.units.map((unit) => ({ ...unit, ...issued })),
})

describe('checkOrder', () => {
  it('finds nothing wrong with a sound order', () => {
    expect(checkOrder(order, customers)).toEqual([])
    const shipped = { ...order, ...fulfilled(), status: 'Shipped', hold: 'captured' } as const
    expect(checkOrder(shipped, customers)).toEqual([])
    for (const hold of ['released', 'refunded'] as const)
      expect(checkOrder({ ...order, status: 'Canceled', plan: [], hold }, customers)).toEqual([])
  })

  it.each<[string, () => Partial<Order>]>([
    ['is of an unknown customer', () => ({ customerId: 2 })],
    ['has no card', () => ({ units: [] })],
    ['has another face value than its cards', () => ({ faceValueCents: order.faceValueCents + 1 })],
    [
      'has a card that costs another amount than its price',
      () => unitAs({ unitCostCents: (order.units[0]?.unitCostCents ?? 0) + 1 }),
    ],
    [
      'has another total than its cards after the coupon',
      () => ({ orderTotalCents: order.orderTotalCents + 1, dueCents: order.dueCents + 1 }),
    ],
    ['has another payment discount than its cards', () => unitAs({ paymentShareCents: 0 })],
    [
      'has another payment discount than its method gives',
      () => ({ payment: { ...order.payment, method: 'CREDITCARD' } }),
    ],
    ['has more due than its total', () => ({ dueCents: order.orderTotalCents + 1 })],
    ['has more due than its total', () => ({ dueCents: -1 })],
    ['has another coupon discount than its cards', () => ({ coupon: null })],
    [
      'has another coupon discount than its lines',
      () => ({ coupon: order.coupon && { ...order.coupon, lines: [] } }),
    ],
    [oddSecrets, () => unitAs({ fulfilledAt: 1 })],
    [oddSecrets, () => unitAs({ sealedSecrets: 'sealed' })],
    [oddBalance, () => unitAs({ currentBalanceCents: 4999 })],
    [oddBalance, () => unitAs({ ...issued, currentBalanceCents: 5001 })],
    [oddBalance, () => unitAs({ ...issued, currentBalanceCents: -1 })],
    [oddHold, () => ({ hold: 'none' })],
    [oddHold, () => ({ payment: { ...order.payment, paidBy: 'bank' } })],
    ['still holds money though it is over', () => ({ status: 'Canceled', plan: [] })],
    ['still holds money though it is over', fulfilled],
    ['has captured its hold before all of its cards were fulfilled', () => ({ hold: 'captured' })],
    [oddRefund, () => ({ hold: 'released' })],
    [oddRefund, () => ({ ...fulfilled(), hold: 'captured', status: 'Canceled', plan: [] })],
    ['is canceled, but goes on', () => ({ status: 'Canceled', hold: 'released' })],
    ['is delivered, but not every card of it', () => ({ status: 'Shipped' })],
    ['is delivered, but not every card of it', () => ({ status: 'Digitally Delivered' })],
    ['has a plan that is out of order', () => ({ plan: order.plan.toReversed() })],
  ])('finds one that %s', (sentence, change) => {
    expect(checkOrder({ ...order, ...change() }, customers)).toContain(`Order 100001 ${sentence}`)
  })
})

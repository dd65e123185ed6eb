import { describe, expect, it } from 'vitest'
import { describeOrders } from './describe-orders.ts'
import type { Order } from './sandbox-data.ts'
import { sampleOrder } from './sample-snapshot.fixture.ts'

const told = (before: readonly Order[], after: readonly Order[]) =>
  describeOrders({ orders: [...before] }, { orders: [...after] })

const withFulfilled = (...counts: readonly number[]): Order => {
  const order = sampleOrder(1)
  return { ...order, cards: order.cards.map((cards, index) => ({ ...cards, fulfilled: counts[index] ?? 0 })) }
}

describe('describeOrders', () => {
  it('tells who buys how many cards for how much', () => {
    expect(told([], [sampleOrder(1)])).toStrictEqual([
      { text: 'Order 1: elite@example.com buys 3 cards for $1,180.81', tone: 'plain' },
    ])
  })

  it('tells what has become of a new order already', () => {
    const [change] = told([], [sampleOrder(1, { status: 'Digitally Delivered' })])
    expect(change?.text).toMatch(/, Digitally Delivered$/)
    expect(change?.tone).toBe('good')
  })

  it.each([
    ['Shipped', 'good'],
    ['Canceled', 'bad'],
    ['Hold', 'plain'],
  ])('tells that an order is %s', (status, tone) => {
    expect(told([sampleOrder(1)], [sampleOrder(1, { status })])).toStrictEqual([
      { text: `Order 1 is ${status}`, tone },
    ])
  })

  it('tells how many cards are fulfilled', () => {
    expect(told([withFulfilled(0, 0)], [withFulfilled(2, 0)])).toStrictEqual([
      { text: 'Order 1: 2 of 3 cards fulfilled', tone: 'good' },
    ])
  })

  it('says nothing of an order that stands still', () => {
    expect(told([sampleOrder(1)], [sampleOrder(1)])).toStrictEqual([])
  })

  it('takes no old order for a new one', () => {
    expect(told([sampleOrder(7)], [sampleOrder(7), sampleOrder(3)])).toStrictEqual([])
  })
})

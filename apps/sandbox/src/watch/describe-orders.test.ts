import { describe, expect, it } from 'vitest'
import { describeOrders } from './describe-orders.ts'
import type { Order } from './sandbox-data.ts'
import { sampleOrder } from './sample-snapshot.fixture.ts'

const changesOf = (before: readonly Order[], after: readonly Order[]) =>
  describeOrders({ orders: [...before] }, { orders: [...after] })

const withFulfilled = (...counts: readonly number[]): Order => {
  const order = sampleOrder(1)
  return { ...order, cards: order.cards.map((cards, index) => ({ ...cards, fulfilled: counts[index] ?? 0 })) }
}

describe('describeOrders', () => {
  const order = sampleOrder(1)
  const bought = 'Order 1: elite@example.com buys 3 cards for $1,180.81'
  it.each<[readonly Order[], readonly Order[], string | undefined, string]>([
    [[], [order], bought, 'plain'],
    [[], [sampleOrder(1, { status: 'Digitally Delivered' })], `${bought}, Digitally Delivered`, 'good'],
    [[order], [sampleOrder(1, { status: 'Shipped' })], 'Order 1 is Shipped', 'good'],
    [[order], [sampleOrder(1, { status: 'Canceled' })], 'Order 1 is Canceled', 'bad'],
    [[order], [sampleOrder(1, { status: 'Hold' })], 'Order 1 is Hold', 'plain'],
    [[withFulfilled(0, 0)], [withFulfilled(2, 0)], 'Order 1: 2 of 3 cards fulfilled', 'good'],
    // An unchanged order, and an old one that reappears in the list.
    [[order], [order], undefined, ''],
    [[sampleOrder(7)], [sampleOrder(7), sampleOrder(3)], undefined, ''],
  ])('reports each change (%#)', (before, after, text, tone) => {
    expect(changesOf(before, after)).toStrictEqual(text === undefined ? [] : [{ text, tone }])
  })
})

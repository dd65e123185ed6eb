import { describe, expect, it } from 'vitest'
import { foldOverview } from './fold-overview.ts'
import type { Overview, Snapshot } from './sandbox-data.ts'
import { noon, sampleCart, sampleOrder, sampleRow, sampleSnapshot } from './sample-snapshot.fixture.ts'
import { nothingKnown } from './watch-state.ts'

const answer = (snapshot: Partial<Snapshot> | null, version = 'v1'): Overview => ({
  version,
  clock: { now: '2026-01-15T12:00:00.000Z', frozen: true },
  snapshot: snapshot === null ? null : sampleSnapshot(snapshot),
})

describe('foldOverview', () => {
  it('shows the first answer without news', () => {
    const state = foldOverview(nothingKnown, answer({ orders: [sampleOrder(1)] }), 500)
    expect(state).toMatchObject({
      link: 'live',
      version: 'v1',
      clock: { nowMs: noon, isFrozen: true, readAtMs: 500 },
      news: [],
    })
    expect(state.snapshot?.orders).toHaveLength(1)
  })

  it('keeps the state if nothing has changed', () => {
    const first = foldOverview(nothingKnown, answer({ inventory: [sampleRow()] }), 500)
    const second = foldOverview({ ...first, link: 'lost', problem: 'Gone' }, answer(null), 1500)
    expect(second.snapshot).toBe(first.snapshot)
    expect(second).toMatchObject({ link: 'live', problem: null, clock: { readAtMs: 1500 } })
  })

  it('reports the changes, newest first', () => {
    const first = foldOverview(nothingKnown, answer({}), 0)
    const second = foldOverview(first, answer({ orders: [sampleOrder(1)] }, 'v2'), 1000)
    const held = sampleOrder(1, { status: 'Hold' })
    const third = foldOverview(second, answer({ orders: [held] }, 'v3'), 2000)
    expect(third.news.map(({ key, text }) => [key, text])).toStrictEqual([
      [2, 'Order 1 is Hold'],
      [1, 'Order 1: elite@example.com buys 3 cards for $1,180.81'],
    ])
    expect(third.news[0]?.atMs).toBe(noon)
  })

  it('reports six changes and the number of others', () => {
    const orders = Array.from({ length: 9 }, (_, index) => sampleOrder(9 - index))
    const { news } = foldOverview(foldOverview(nothingKnown, answer({}), 0), answer({ orders }), 0)
    expect(news.map(({ key }) => key)).toStrictEqual([7, 6, 5, 4, 3, 2, 1])
    expect(news[0]?.text).toMatch(/^Order 9:/)
    expect(news.at(-1)?.text).toBe('… and 3 more')
  })

  it('keeps thirty news', () => {
    let state = foldOverview(nothingKnown, answer({}), 0)
    for (let count = 1; count <= 40; count += 1) {
      state = foldOverview(state, answer({ inventory: [sampleRow({ onHand: count })] }), 0)
    }
    expect(state.news).toHaveLength(30)
    expect(state.news[0]?.text).toMatch(/: 40$/)
  })

  it('remembers the longest reservation it has seen', () => {
    const first = foldOverview(nothingKnown, answer({ carts: [sampleCart('a', [1])] }), 0)
    expect(foldOverview(first, answer({}), 0).longestReservationMs).toBe(30 * 60_000)
  })

  it('begins anew after a reset', () => {
    const before = { orders: [sampleOrder(1, { status: 'Shipped' })], inventory: [sampleRow({ onHand: 9 })] }
    const first = foldOverview(nothingKnown, answer(before), 0)
    const second = foldOverview(first, answer({ inventory: [sampleRow({ onHand: 5 })] }), 0)
    expect(second.trails.size).toBe(0)
    expect(second.news.map(({ text }) => text)).toStrictEqual(['The sandbox was reset'])
  })

  it('follows each order', () => {
    const first = foldOverview(nothingKnown, answer({ orders: [sampleOrder(1)] }), 0)
    const moved = sampleOrder(1, { status: 'Fulfillment', nextStep: null })
    const { trails } = foldOverview(first, answer({ orders: [moved] }), 0)
    expect(trails.get('order-1')?.map(({ status }) => status)).toStrictEqual(['Processing', 'Fulfillment'])
  })
})

import { describe, expect, it } from 'vitest'
import { foldTrails } from './order-trails.ts'
import { noon, sampleOrder } from './sample-snapshot.fixture.ts'

const placed = { status: 'Processing', atMs: Date.parse('2026-01-15T11:00:00.000Z') }
const hour = 3_600_000
const begin = (...orders: ReturnType<typeof sampleOrder>[]) => foldTrails(new Map(), [], orders, null)

describe('foldTrails', () => {
  it('begins with Processing, and does not know when the rest came about', () => {
    expect(begin(sampleOrder(1)).get('order-1')).toStrictEqual([placed])
    const held = begin(sampleOrder(1, { status: 'Hold' }))
    expect(held.get('order-1')).toStrictEqual([placed, { status: 'Hold', atMs: null }])
  })

  // Its next step is Fulfillment at noon, unless it has none.
  it.each([
    ['a status that was seen', { nextStep: null }, 'Hold', noon, [{ status: 'Hold', atMs: noon }]],
    ['a status once', {}, 'Processing', noon - 1, []],
    [
      'a step that was passed between two looks',
      {},
      'Shipped',
      noon + 24 * hour,
      [
        { status: 'Fulfillment', atMs: noon },
        { status: 'Shipped', atMs: noon + 24 * hour },
      ],
    ],
    [
      'an announced step at its own time',
      {},
      'Fulfillment',
      noon + hour,
      [{ status: 'Fulfillment', atMs: noon }],
    ],
    ['no step that is not due', {}, 'Hold', noon - 1, [{ status: 'Hold', atMs: noon - 1 }]],
  ])('notes %s', (_title, more, status, at, added) => {
    const before = sampleOrder(1, more)
    const after = status === before.status ? before : sampleOrder(1, { status, nextStep: null })
    const trails = foldTrails(begin(before), [before], [after], at)
    expect(trails.get('order-1')).toStrictEqual([placed, ...added])
  })

  it('has seen a new order come, and not an old one that came back to the list', () => {
    const after = [sampleOrder(8, { status: 'Hold' }), sampleOrder(3, { status: 'Hold' })]
    const trails = foldTrails(new Map(), [sampleOrder(7)], after, noon)
    expect(trails.get('order-8')?.at(-1)).toStrictEqual({ status: 'Hold', atMs: noon })
    expect(trails.get('order-3')?.at(-1)).toStrictEqual({ status: 'Hold', atMs: null })
  })

  it('drops removed orders', () => {
    expect(foldTrails(begin(sampleOrder(1)), [sampleOrder(1)], [], noon).size).toBe(0)
  })
})

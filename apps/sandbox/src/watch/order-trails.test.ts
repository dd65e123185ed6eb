import { describe, expect, it } from 'vitest'
import { foldTrails } from './order-trails.ts'
import { noon, sampleOrder } from './sample-snapshot.fixture.ts'

const placedAt = Date.parse('2026-01-15T11:00:00.000Z')
const hour = 3_600_000
const trailOf = (trails: ReturnType<typeof foldTrails>) => trails.get('order-1')

describe('foldTrails', () => {
  it('begins with Processing, as every order did', () => {
    const trails = foldTrails(new Map(), [], [sampleOrder(1)], null)
    expect(trailOf(trails)).toStrictEqual([{ status: 'Processing', atMs: placedAt }])
  })

  it('does not know when what it finds came about', () => {
    const trails = foldTrails(new Map(), [], [sampleOrder(1, { status: 'Hold' })], null)
    expect(trailOf(trails)?.at(-1)).toStrictEqual({ status: 'Hold', atMs: null })
  })

  it('notes when a status was seen', () => {
    const before = [sampleOrder(1, { nextStep: null })]
    const trails = foldTrails(
      foldTrails(new Map(), [], before, null),
      before,
      [sampleOrder(1, { status: 'Hold' })],
      noon,
    )
    expect(trailOf(trails)?.at(-1)).toStrictEqual({ status: 'Hold', atMs: noon })
  })

  it('notes a status once', () => {
    const before = [sampleOrder(1)]
    const trails = foldTrails(foldTrails(new Map(), [], before, null), before, before, noon - 1)
    expect(trailOf(trails)).toHaveLength(1)
  })

  it('tells of a step that was passed between two looks', () => {
    const before = [sampleOrder(1)]
    const after = [sampleOrder(1, { status: 'Shipped', nextStep: null })]
    const trails = foldTrails(foldTrails(new Map(), [], before, null), before, after, noon + 24 * hour)
    expect(trailOf(trails)).toStrictEqual([
      { status: 'Processing', atMs: placedAt },
      { status: 'Fulfillment', atMs: noon },
      { status: 'Shipped', atMs: noon + 24 * hour },
    ])
  })

  it('dates an announced step to its own time', () => {
    const before = [sampleOrder(1)]
    const after = [sampleOrder(1, { status: 'Fulfillment', nextStep: null })]
    const trails = foldTrails(foldTrails(new Map(), [], before, null), before, after, noon + hour)
    expect(trailOf(trails)?.at(-1)).toStrictEqual({ status: 'Fulfillment', atMs: noon })
  })

  it('foresees nothing that is not due', () => {
    const before = [sampleOrder(1)]
    const after = [sampleOrder(1, { status: 'Hold', nextStep: null })]
    const trails = foldTrails(foldTrails(new Map(), [], before, null), before, after, noon - 1)
    expect(trailOf(trails)?.map(({ status }) => status)).toStrictEqual(['Processing', 'Hold'])
  })

  it('has seen a new order come', () => {
    const trails = foldTrails(new Map(), [sampleOrder(7)], [sampleOrder(8, { status: 'Hold' })], noon)
    expect(trails.get('order-8')?.at(-1)).toStrictEqual({ status: 'Hold', atMs: noon })
  })

  it('has not seen an old order that came back to the list', () => {
    const trails = foldTrails(new Map(), [sampleOrder(7)], [sampleOrder(3, { status: 'Hold' })], noon)
    expect(trails.get('order-3')?.at(-1)).toStrictEqual({ status: 'Hold', atMs: null })
  })

  it('forgets what is gone', () => {
    const before = [sampleOrder(1)]
    expect(foldTrails(foldTrails(new Map(), [], before, null), before, [], noon).size).toBe(0)
  })
})

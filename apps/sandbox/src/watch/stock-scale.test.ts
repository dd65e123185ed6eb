import { describe, expect, it } from 'vitest'
import { sampleRow } from './sample-snapshot.fixture.ts'
import { bucketKey, stockScale } from './stock-scale.ts'

describe('stockScale', () => {
  it.each([
    [[], 10],
    [[0, 3], 10],
    [[10, 5], 10],
    [[11], 20],
    [[99, 100], 100],
    [[101], 200],
    [[1000], 1000],
    [[2001], 5000],
  ])('holds every count of %j in %i', (counts, scale) => {
    expect(stockScale(counts.map((onHand) => sampleRow({ onHand })))).toBe(scale)
  })
})

describe('bucketKey', () => {
  it.each([
    { merchantId: 102 },
    { type: 'physical' },
    { faceValue: 5 },
    { percentOff: 8 },
    { isLowRisk: true },
  ])('tells kinds apart by %o', (more) => {
    expect(bucketKey(sampleRow(more))).not.toBe(bucketKey(sampleRow()))
  })
})

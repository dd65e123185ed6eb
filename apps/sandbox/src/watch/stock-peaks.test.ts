import { describe, expect, it } from 'vitest'
import { sampleRow } from './sample-snapshot.fixture.ts'
import { bucketKey, foldPeaks } from './stock-peaks.ts'

describe('foldPeaks', () => {
  it('remembers the most that was on hand', () => {
    const first = foldPeaks(new Map(), [sampleRow({ onHand: 5 })])
    const sold = foldPeaks(first, [sampleRow({ onHand: 2 })])
    expect([...sold.values()]).toStrictEqual([5])
    expect([...foldPeaks(sold, [sampleRow({ onHand: 9 })]).values()]).toStrictEqual([9])
  })

  it('forgets a kind that is gone', () => {
    const both = foldPeaks(new Map(), [sampleRow(), sampleRow({ isLowRisk: true })])
    expect([...foldPeaks(both, [sampleRow()]).keys()]).toStrictEqual([bucketKey(sampleRow())])
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

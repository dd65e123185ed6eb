import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentageOf, unitCostCents } from '../../index.ts'
import { lineCents } from '../basket.ts'
import { sampleLine } from '../samples/sample-line.ts'

const anyFace = fc.integer({ min: 1, max: 200_000 })
const anyPercentOff = fc.integer({ min: 0, max: 9_999 })

describe('unitCostCents', () => {
  it.each([
    [5000, 850, 4575],
    [10_000, 700, 9300],
    [744, 1650, 621],
    [1500, 1250, 1313],
    [2500, 330, 2418],
    [500, 50, 498],
    [500, 130, 494],
    [500, 470, 477],
    [3500, 450, 3343],
    [500, 830, 459],
  ])('prices %i cents at %i bps as %i', { meta: { rules: ['2.3-06', 'D7-02'] } }, (face, bps, cost) => {
    expect(unitCostCents(face, bps)).toBe(cost)
  })

  it('for any card, is whole cents within face', { meta: { rules: ['D7-02'] } }, () => {
    fc.assert(
      fc.property(anyFace, anyPercentOff, (face, bps) => {
        const cost = unitCostCents(face, bps)
        expect(Number.isSafeInteger(cost)).toBe(true)
        expect(cost).toBeGreaterThanOrEqual(0)
        expect(cost).toBeLessThanOrEqual(face)
      }),
    )
  })

  it('for any card, a higher percentage never costs more', () => {
    fc.assert(
      fc.property(anyFace, anyPercentOff, anyPercentOff, (face, a, b) => {
        expect(unitCostCents(face, Math.max(a, b))).toBeLessThanOrEqual(unitCostCents(face, Math.min(a, b)))
      }),
    )
  })
})

describe('lineCents', () => {
  it('multiplies the rounded unit cost', { meta: { rules: ['D7-03'] } }, () => {
    expect(lineCents(sampleLine({ faceValueCents: 500, percentOffBps: 50, quantity: 3 }))).toBe(1494)
  })
})

describe('percentageOf', () => {
  it('rounds half a cent up', () => {
    expect(percentageOf(50, 100)).toBe(1)
    expect(percentageOf(49, 100)).toBe(0)
    expect(percentageOf(150, 100)).toBe(2)
  })

  it('for any amount, is within half a cent', () => {
    fc.assert(
      fc.property(anyFace, fc.integer({ min: 0, max: 10_000 }), (cents, bps) => {
        const rest = 2n * BigInt(percentageOf(cents, bps)) * 10_000n - 2n * BigInt(cents) * BigInt(bps)
        expect(rest > -10_000n && rest <= 10_000n).toBe(true)
      }),
    )
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FulfilmentCourse } from '../../index.ts'
import { orderCourse, planOrder } from './place-order.ts'

const at = Date.UTC(2026, 0, 15)
const minute = 60_000
const hour = 60 * minute
const courses = ['standard', 'delayed', 'review', 'hold', 'cancel', 'never-sold'] as const

describe('orderCourse', () => {
  it.each<[readonly FulfilmentCourse[], FulfilmentCourse]>([
    [['standard'], 'standard'],
    [['standard', 'delayed'], 'delayed'],
    [['delayed', 'hold'], 'hold'],
    [['hold', 'review'], 'review'],
    [['review', 'cancel', 'standard'], 'cancel'],
    [[], 'standard'],
  ])('of %j is %s', (among, course) => {
    expect(orderCourse(among)).toBe(course)
  })
})

describe('planOrder', () => {
  it('delivers digital cards at once', { meta: { rules: ['3.2-03', 'D6-37'] } }, () => {
    expect(planOrder(at, 'standard', false, undefined)).toEqual([{ at, do: 'deliver-digital' }])
  })

  it('prepares physical cards, then ships them', { meta: { rules: ['3.2-04', 'D6-38', 'D13-23'] } }, () => {
    expect(planOrder(at, 'standard', true, undefined)).toEqual([
      { at, do: 'deliver-digital' },
      { at: at + hour, do: 'prepare' },
      { at: at + 24 * hour, do: 'ship' },
    ])
  })

  it('delays by ten minutes', () => {
    expect(planOrder(at, 'delayed', false, undefined)).toEqual([
      { at: at + 10 * minute, do: 'deliver-digital' },
    ])
  })

  it.each(['review', 'hold'] as const)('stops for %s', (course) => {
    expect(planOrder(at, course, true, undefined)).toEqual([{ at, do: course }])
  })

  it('cancels after a minute and delivers nothing', { meta: { rules: ['D13-24'] } }, () => {
    expect(planOrder(at, 'cancel', false, undefined)).toEqual([{ at: at + minute, do: 'cancel' }])
  })

  it('for any course, the soonest step comes first', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...courses),
        fc.boolean(),
        fc.option(fc.integer({ min: 0, max: 100 * hour }), { nil: undefined }),
        (course, physical, after) => {
          const plan = planOrder(at, course, physical, after === undefined ? undefined : at + after)
          expect(plan).toEqual(plan.toSorted((a, b) => a.at - b.at))
        },
      ),
    )
  })
})

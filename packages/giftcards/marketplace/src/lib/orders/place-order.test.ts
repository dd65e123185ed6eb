import { describe, expect, it } from 'vitest'
import type { FulfilmentCourse } from '../../index.ts'
import { orderCourse, planOrder } from './place-order.ts'

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
  it('puts the return of the money before steps that come later', () => {
    const plan = planOrder(0, 'standard', true, 60_000)
    expect(plan.map((step) => step.do)).toEqual(['deliver-digital', 'return', 'prepare', 'ship'])
  })
})

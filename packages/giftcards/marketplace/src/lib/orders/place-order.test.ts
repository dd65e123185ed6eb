import { describe, expect, it } from 'vitest'
import type { Fulfillment } from '../../index.ts'
import { orderFulfillment, planOrder } from './place-order.ts'

describe('orderFulfillment', () => {
  it.each<[readonly Fulfillment[], Fulfillment]>([
    [['standard'], 'standard'],
    [['standard', 'delayed'], 'delayed'],
    [['delayed', 'hold'], 'hold'],
    [['hold', 'review'], 'review'],
    [['review', 'cancel', 'standard'], 'cancel'],
    [[], 'standard'],
  ])('of %j is %s', (among, fulfillment) => {
    expect(orderFulfillment(among)).toBe(fulfillment)
  })
})

describe('planOrder', () => {
  it('puts the return of the money before steps that come later', () => {
    const plan = planOrder(0, 'standard', true, 60_000)
    expect(plan.map((step) => step.do)).toEqual(['deliver-digital', 'return', 'prepare', 'ship'])
  })
})

import type { Coupon } from '../model/coupon.ts'

/** `SAVE10`, 10 % off everything for everybody, unless said otherwise; for tests. */
export function sampleCoupon(change: Partial<Coupon> = {}): Coupon {
  return {
    id: 1,
    code: 'SAVE10',
    type: 'P',
    amount: 1000,
    description: '10% off',
    startsAt: null,
    expires: '12/31/2099',
    merchantIds: null,
    cardTypes: null,
    eliteOnly: false,
    minimumSubtotalCents: 0,
    usesPerAccount: null,
    usesInTotal: null,
    ...change,
  }
}

/** `FIVEOFF`, 5.00 off. */
export const fiveOff = sampleCoupon({ id: 2, code: 'FIVEOFF', type: 'F', amount: 500 })

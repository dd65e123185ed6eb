import type { CartLine } from '../model/cart.ts'
import type { Coupon } from '../model/coupon.ts'

/** Lines of 101 ecode 50 @ 8.5, one card, unless said otherwise; for tests. */
export function sampleLine(change: Partial<CartLine> = {}): CartLine {
  return {
    id: 'line-1',
    merchantId: 101,
    faceValueCents: 5000,
    percentOffBps: 850,
    type: 'ecode',
    isLowRisk: false,
    quantity: 1,
    ...change,
  }
}

/** The reference basket of the decisions: 2 × 50 @ 8.5 and 1 × 100 @ 7, face value 200.00, order 184.50. */
export const referenceBasket: readonly CartLine[] = [
  sampleLine({ id: 'line-1', quantity: 2 }),
  sampleLine({ id: 'line-2', faceValueCents: 10_000, percentOffBps: 700, type: 'physical' }),
]

/** `SAVE10`, 10 % off everything for everybody, unless `change` differs; for tests. */
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

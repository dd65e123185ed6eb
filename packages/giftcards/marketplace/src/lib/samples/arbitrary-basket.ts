import * as fc from 'fast-check'
import type { CartLine } from '../model/cart.ts'
import type { Coupon } from '../model/coupon.ts'
import { type PaymentMethod, paymentMethods } from '../model/order.ts'
import { sampleCoupon } from './sample-basket.ts'

/** Any card a request may name: 0.01 to 2000.00, 0 to 99.99 %. */
export const anyLine: fc.Arbitrary<Omit<CartLine, 'id'>> = fc.record({
  merchantId: fc.integer({ min: 101, max: 104 }),
  faceValueCents: fc.integer({ min: 1, max: 200_000 }),
  percentOffBps: fc.integer({ min: 0, max: 9_999 }),
  type: fc.constantFrom('ecode', 'physical', 'newEcodeB2B', 'newEcodeAsPre'),
  isLowRisk: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 20 }),
})

/** Any basket of 1 to 8 lines. */
export const anyBasket: fc.Arbitrary<readonly CartLine[]> = fc
  .array(anyLine, { minLength: 1, maxLength: 8 })
  .map((lines) => lines.map((line, index) => ({ ...line, id: `line-${index + 1}` })))

/** Any coupon of any type, some of them restricted. */
export const anyCoupon: fc.Arbitrary<Coupon> = fc
  .record({
    kind: fc.oneof(
      fc.record({ type: fc.constant('P' as const), amount: fc.integer({ min: 1, max: 10_000 }) }),
      fc.record({
        type: fc.constantFrom('F' as const, 'S' as const),
        amount: fc.integer({ min: 1, max: 50_000 }),
      }),
    ),
    merchantIds: fc.option(fc.subarray([101, 102, 103, 104])),
    cardTypes: fc.option(fc.subarray(['ecode', 'physical', 'newEcodeB2B', 'newEcodeAsPre'] as const)),
    minimumSubtotalCents: fc.constantFrom(0, 0, 5000),
  })
  .map(({ kind, ...restrictions }) => sampleCoupon({ ...kind, ...restrictions }))

/** Any of the five payment methods. */
export const anyMethod: fc.Arbitrary<PaymentMethod> = fc.constantFrom(...paymentMethods)

import { describe, expect, it } from 'vitest'
import { paymentDiscountCents } from '../../index.ts'

describe('paymentDiscountCents', () => {
  it.each([
    ['ACH', 18_450, 369],
    ['ACH_CREDITCARD', 18_450, 369],
    ['DRAWDOWN_ACCOUNT', 18_450, 461],
    ['CREDITCARD', 18_450, 0],
    ['STORE_CREDIT', 18_450, 0],
    ['DRAWDOWN_ACCOUNT', 9300, 233],
    ['ACH', 25, 1],
    ['ACH', 24, 0],
  ] as const)(
    '%s takes of %i cents %i',
    { meta: { rules: ['4.6-11', '4.6-12', '4.6-13', '4.6-14', '4.6-15', 'D7-05'] } },
    (method, order, discount) => {
      expect(paymentDiscountCents(order, method)).toBe(discount)
    },
  )
})

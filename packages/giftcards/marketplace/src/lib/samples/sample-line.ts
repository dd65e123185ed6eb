import type { BasketLine } from '../model/cart.ts'

/** Lines of 101 ecode 50 @ 8.5, one card, unless said otherwise; for tests. */
export function sampleLine(change: Partial<BasketLine> = {}): BasketLine {
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
export const referenceBasket: readonly BasketLine[] = [
  sampleLine({ id: 'line-1', quantity: 2 }),
  sampleLine({ id: 'line-2', faceValueCents: 10_000, percentOffBps: 700, type: 'physical' }),
]

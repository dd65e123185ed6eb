import type { PolicyInput } from '@contract-kit/checker'

/** Marketplace rules that no schema can express: reasons to reject a valid request. */
export const policies: Readonly<Record<string, readonly PolicyInput[]>> = {
  addCards: [{ statuses: [400], reason: 'stock is finite, and merchants sell some cards only (spec 4.4)' }],
  adjustCardQuantity: [{ statuses: [400], reason: 'stock is finite (spec 4.4)' }],
  applyCoupon: [
    {
      statuses: [400],
      reason: 'a coupon must exist, be active, fit the cart and be the only one (spec 4.5)',
    },
  ],
  removeCoupon: [{ statuses: [400], reason: 'only the coupon that is applied can be removed (spec 4.5)' }],
  checkout: [
    {
      statuses: [400],
      reason: 'cards must be in stock and the payment method set up for the customer (spec 4.6)',
    },
    { statuses: [422], reason: 'an Idempotency-Key belongs to one request (decision: checkout)' },
  ],
}

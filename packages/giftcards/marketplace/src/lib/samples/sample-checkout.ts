import type { CardsCheckout, CheckoutLine, Idempotency } from '../checkout/checkout-request.ts'
import { checkout } from '../checkout/checkout.ts'
import type { CustomerCaller } from '../model/accounts.ts'
import type { OrderView } from '../orders/order-view.ts'
import type { TestMarketplace } from './create-test-marketplace.ts'
import { valueOf } from './outcome.ts'
import { sampleAddress } from './sample-seed.ts'

/** A checkout line of 101 ecode 50 @ 8.5, one card, unless said otherwise. */
export function checkoutLine(change: Partial<CheckoutLine> = {}): CheckoutLine {
  return {
    merchantId: 101,
    faceValueCents: 5000,
    percentOffBps: 850,
    type: 'ecode',
    onlyLowRisk: false,
    quantity: 1,
    ...change,
  }
}

/** A checkout line of 101 physical 100 @ 7. */
export const physicalLine = checkoutLine({ type: 'physical', faceValueCents: 10_000, percentOffBps: 700 })

/** A checkout line of a magic merchant: ecode 10 @ 5. */
export function magicLine(merchantId: number): CheckoutLine {
  return checkoutLine({ merchantId, faceValueCents: 1000, percentOffBps: 500 })
}

/** A checkout of one card by ACH from account 7001, unless said otherwise. */
export function cardsCheckout(change: Partial<CardsCheckout> = {}): CardsCheckout {
  return {
    shape: 'cards',
    lines: [checkoutLine()],
    method: 'ACH',
    bankId: 7001,
    cardId: 8001,
    shipping: sampleAddress,
    hasBilling: true,
    couponCode: undefined,
    ...change,
  }
}

/** Places an order that must succeed. */
export async function buy(
  { deps }: TestMarketplace,
  caller: CustomerCaller,
  change: Partial<CardsCheckout> = {},
  idempotency?: Idempotency,
): Promise<OrderView> {
  return valueOf(await checkout(deps, caller, cardsCheckout(change), idempotency)).order
}

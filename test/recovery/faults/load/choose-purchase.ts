import type { CheckoutInput } from '@giftcards/client'
import {
  type CardRequest,
  type Random,
  storyAddress,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

/** The input of a checkout. */
export type Purchase = CheckoutInput

const payments = [
  storyPayments.ACH,
  storyPayments.ACH_CREDITCARD,
  storyPayments.CREDITCARD,
  storyPayments.STORE_CREDIT,
  storyPayments.DRAWDOWN_ACCOUNT,
  // The bank declines, and the backup card pays.
  { method: 'ACH_CREDITCARD', details: { id: 7002, creditCardDetails: { creditCardId: 8001 } } },
  { method: 'ACH', details: { id: 7002 } },
] as const

/** Chooses cards of all kinds. Orders of merchant 901 are delivered late, and those of merchant 904 are canceled. */
export function chooseCards(random: Random): CardRequest[] {
  const quantity = 1 + random.below(2)
  const choices: readonly [CardRequest, ...CardRequest[]] = [
    storyCard.northwindEcode(quantity),
    storyCard.northwindPhysical(quantity),
    storyCard.harborB2B(quantity),
    storyCard.harborEcode(quantity),
    storyCard.magic(901, quantity),
    storyCard.magic(904, quantity),
  ]
  const first = random.pick(choices)
  const second = random.pick(choices)
  return first.merchantId === second.merchantId ? [first] : [first, second]
}

/** Chooses a purchase with any method that the buyer may use, sometimes with a coupon. */
export function choosePurchase(random: Random, mayDrawDown: boolean): Purchase {
  const payment = random.pick(payments)
  const couponCode = random.pick([undefined, undefined, 'SAVE10', 'FIVEOFF', 'PROMO20'])
  return {
    cards: chooseCards(random),
    payment: payment.method === 'DRAWDOWN_ACCOUNT' && !mayDrawDown ? storyPayments.ACH : payment,
    shippingDetails: storyAddress,
    billingDetails: storyAddress,
    ...(couponCode === undefined ? {} : { couponCode }),
  }
}

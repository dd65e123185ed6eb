import { describe, expect, it } from 'vitest'
import {
  type CardsCheckout,
  checkout,
  createCart,
  type CustomerCaller,
  type RefusalKind,
} from '@giftcards/marketplace'
import {
  callerOf,
  cardsCheckout,
  checkoutLine,
  elite,
  magicLine,
  refusalOf,
  standard,
} from '@giftcards/marketplace/testing'
import { bookEntries } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const soldOut = checkoutLine({ quantity: 11 })
const tooMany = Array.from({ length: 6 }, () => checkoutLine({ quantity: 100 }))
const either = { method: 'ACH_CREDITCARD' }

const market = useMarketplace()
const attempt = async (caller: CustomerCaller, change: Partial<CardsCheckout>) =>
  refusalOf(await checkout(market.deps, caller, cardsCheckout(change)))

describe('a refused checkout', () => {
  it.each<[RefusalKind, CustomerCaller, Partial<CardsCheckout>]>([
    ['too_many_cards', standard, { lines: tooMany }],
    ['payment_method_invalid', standard, { method: 'BITCOIN' }],
    ['payment_method_invalid', standard, { method: 'ach' }],
    ['billing_details_missing', standard, { method: 'CREDITCARD', hasBilling: false }],
    ['billing_details_missing', standard, { ...either, hasBilling: false }],
    ['billing_details_missing', standard, { method: 'STORE_CREDIT', hasBilling: false }],
    ['payment_details_missing', standard, { method: 'ACH', bankId: undefined }],
    ['payment_details_missing', standard, { method: 'CREDITCARD', cardId: undefined }],
    ['payment_details_missing', standard, { ...either, bankId: undefined }],
    ['payment_details_missing', standard, { ...either, cardId: undefined }],
    ['payment_method_not_found', standard, { bankId: 4242 }],
    ['payment_method_not_found', standard, { bankId: 8001 }],
    ['payment_method_not_found', standard, { method: 'CREDITCARD', cardId: 7001 }],
    ['payment_method_not_found', standard, { bankId: 7009 }],
    ['payment_method_not_found', callerOf('empty'), {}],
    ['drawdown_not_authorized', standard, { method: 'DRAWDOWN_ACCOUNT' }],
    ['drawdown_not_authorized', callerOf('unfunded'), { method: 'DRAWDOWN_ACCOUNT' }],
    ['drawdown_inactive', callerOf('inactive'), { method: 'DRAWDOWN_ACCOUNT' }],
    ['customer_details_required', callerOf('noProfile'), { method: 'DRAWDOWN_ACCOUNT' }],
    ['coupon_not_found', standard, { couponCode: 'NOPE' }],
    ['cards_unavailable', standard, { lines: [checkoutLine(), soldOut] }],
    ['cards_unavailable', standard, { lines: [checkoutLine({ merchantId: 999 })] }],
    ['cards_unavailable', standard, { lines: [checkoutLine(), magicLine(906)] }],
    ['coupon_expired', standard, { couponCode: 'EXPIRED' }],
    ['coupon_not_yet_active', standard, { couponCode: 'FUTURE' }],
    ['coupon_used_up', standard, { couponCode: 'USEDUP' }],
    ['coupon_not_eligible', standard, { couponCode: 'ELITE5' }],
    ['payment_declined', standard, { bankId: 7002 }],
    ['payment_declined', standard, { method: 'CREDITCARD', cardId: 8002 }],
    ['payment_declined', standard, { ...either, bankId: 7002, cardId: 8002 }],
    ['payment_declined', elite, { method: 'STORE_CREDIT', lines: [checkoutLine({ quantity: 2 })] }],
    ['drawdown_insufficient', callerOf('poor'), { method: 'DRAWDOWN_ACCOUNT' }],
  ])(
    'for %s leaves everything as it was',
    { meta: { rules: ['D6-09'] } },
    async (refusal, caller, change) => {
      await createCart(market.deps, caller)
      const before = await bookEntries(market)
      expect(await attempt(caller, change)).toBe(refusal)
      expect(await bookEntries(market)).toEqual(before)
    },
  )

  it.each(['ACH', 'DRAWDOWN_ACCOUNT'])(
    'is not for want of billing by %s',
    { meta: { rules: ['4.6-08', '4.6-09'] } },
    async (method) => {
      expect(await attempt(elite, { method, hasBilling: false })).toBe('done')
    },
  )

  it.each(['STORE_CREDIT', 'DRAWDOWN_ACCOUNT'])(
    'is not for want of details by %s',
    { meta: { rules: ['2.7-07', '2.7-08', 'D6-07'] } },
    async (method) => {
      const lines = [magicLine(905)]
      expect(await attempt(elite, { method, lines, bankId: undefined, cardId: undefined })).toBe('done')
      expect(await attempt(elite, { method, lines, bankId: 4242, cardId: 4242 })).toBe('done')
    },
  )

  // The other pairs in the order of checks are tested over HTTP.
  it.each<[RefusalKind, RefusalKind, Partial<CardsCheckout>]>([
    ['payment_method_invalid', 'too_many_cards', { method: 'BITCOIN', lines: tooMany }],
    ['payment_details_missing', 'payment_method_not_found', { ...either, bankId: 4242, cardId: undefined }],
    ['payment_method_not_found', 'coupon_not_found', { bankId: 4242, couponCode: 'NOPE' }],
    ['cards_unavailable', 'coupon_expired', { couponCode: 'EXPIRED', lines: [soldOut] }],
  ])('names %s before %s', async (first, _, change) => {
    expect(await attempt(standard, change)).toBe(first)
  })

  it('charges no saved method', { meta: { rules: ['D6-09'] } }, async () => {
    await attempt(standard, { lines: [soldOut] })
    await attempt(standard, { couponCode: 'EXPIRED' })
    expect(market.charges).toEqual([])
  })
})

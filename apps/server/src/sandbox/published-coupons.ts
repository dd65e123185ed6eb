import type { Coupon } from '@giftcards/marketplace'

const coupon = (
  id: number,
  code: string,
  more: Partial<Coupon> & Pick<Coupon, 'type' | 'amount' | 'description'>,
): Coupon => ({
  id,
  code,
  startsAt: null,
  expires: '12/31/2099',
  merchantIds: null,
  cardTypes: null,
  eliteOnly: false,
  minimumSubtotalCents: 0,
  usesPerAccount: null,
  usesInTotal: null,
  ...more,
})

/** The coupons of the sandbox, none of them limited further than its name says (decision: sandbox). */
export const publishedCoupons: readonly Coupon[] = [
  coupon(1, 'SAVE10', { type: 'P', amount: 1000, description: '10% off every card' }),
  coupon(2, 'FIVEOFF', { type: 'F', amount: 500, description: '$5 off the cart' }),
  coupon(3, 'PROMO20', { type: 'S', amount: 2000, description: '$20 promo credit' }),
  coupon(4, 'NORTHWIND15', {
    type: 'P',
    amount: 1500,
    description: '15% off Northwind Outfitters',
    merchantIds: [101],
  }),
  coupon(5, 'ELITE5', { type: 'P', amount: 500, description: '5% off for Elite partners', eliteOnly: true }),
  coupon(6, 'EXPIRED', { type: 'P', amount: 1000, description: '10% off, long ago', expires: '01/01/2020' }),
  coupon(7, 'USEDUP', { type: 'P', amount: 1000, description: '10% off, all used', usesInTotal: 0 }),
  coupon(8, 'FUTURE', {
    type: 'P',
    amount: 1000,
    description: '10% off, one day',
    startsAt: Date.UTC(2098, 0, 1),
  }),
]

import type { FaultTable } from '../fault.ts'
import { cartView, cartWire, checkout, couponDiscount, coupons, money, orderSteps } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: 'D5-01',
    file: cartWire,
    find: 'totalAmount: toDollars(coupon.amount)',
    replace: "totalAmount: coupon.type === 'P' ? coupon.amount / 10_000 : toDollars(coupon.amount)",
  },
  {
    rule: 'D5-02',
    file: couponDiscount,
    find: 'allocate(Math.min(coupon.amount, subtotal), costs)',
    replace: 'allocate(coupon.amount, costs)',
  },
  {
    rule: 'D5-03',
    file: couponDiscount,
    find: 'costs.map((cents) => percentageOf(cents, coupon.amount))',
    replace: 'allocate(percentageOf(subtotal, coupon.amount), costs)',
  },
  { rule: 'D5-04', file: money, find: 'a.index - b.index', replace: 'b.index - a.index' },
  {
    rule: 'D5-05',
    file: couponDiscount,
    find: 'Math.floor((2 * discountCents + quantity) / (2 * quantity))',
    replace: 'Math.floor(discountCents / quantity)',
  },
  {
    rule: 'D5-06',
    file: couponDiscount,
    find: 'discountCents: shares.reduce((a, b) => a + b, 0)',
    replace: 'discountCents: shares.reduce((a, b) => a + b, 0) + 1',
  },
  {
    rule: 'D5-07',
    file: couponDiscount,
    find: 'discounts.filter((line) => line.discountCents > 0)',
    replace: 'discounts',
  },
  {
    rule: 'D5-08',
    file: coupons,
    find: 'if (cart.couponCode !== null) return',
    replace: 'if (cart.couponCode !== null && cart.couponCode !== canonicalCode(code)) return',
  },
  {
    rule: 'D5-09',
    file: coupons,
    find: 'return code.trim().replaceAll',
    replace: 'return code.replaceAll',
  },
  {
    rule: 'D5-10',
    file: cartView,
    find: 'couponDiscount(coupon, cart.lines)',
    replace: 'couponDiscount(coupon, cart.lines.slice(0, 1))',
  },
  {
    rule: 'D5-11',
    file: couponDiscount,
    find: "if (eligible.length < lines.length) return 'Coupon does not apply to every card in the cart'",
    replace: '',
  },
  {
    rule: 'D5-12',
    file: couponDiscount,
    find: "coupon.type !== 'P' && coupon.amount > subtotal",
    replace: "coupon.type === 'F' && coupon.amount > 2 * subtotal",
  },
  {
    rule: 'D5-13',
    file: couponDiscount,
    find: "return 'Coupon no longer applies to any card in the cart'",
    replace: 'return null',
  },
  { rule: 'D5-14', file: coupons, find: '(day ?? 1) + 1) - 1', replace: '(day ?? 1) + 1) - 2' },
  { rule: 'D5-15', file: cartView, find: 'usage: earlier + 1', replace: 'usage: 1' },
  {
    rule: 'D5-16',
    file: checkout,
    find: 'if (!(await tx.insertCouponUse(coupon.id, customer.id, reserved.orderNumber)))\n',
    replace: 'if (coupon.usesInTotal === 0)\n',
  },
  { rule: 'D5-17', file: orderSteps, find: 'await tx.deleteCouponUse(order.id)', replace: '' },
  {
    rule: 'D5-18',
    file: couponDiscount,
    find: 'coupon.merchantIds.includes(line.merchantId)',
    replace: 'coupon.merchantIds.length > 0',
  },
  {
    rule: 'D5-19',
    file: couponDiscount,
    find: 'coupon.cardTypes.includes(line.type)',
    replace: 'coupon.cardTypes.length > 0',
  },
  { rule: 'D5-20', file: coupons, find: '(!coupon.eliteOnly || customer?.isElite === true) &&', replace: '' },
  {
    rule: 'D5-21',
    file: coupons,
    find: 'subtotalCents(eligible) >= coupon.minimumSubtotalCents',
    replace: 'subtotalCents(eligible) > coupon.minimumSubtotalCents',
  },
  {
    rule: 'D5-22',
    file: coupons,
    find: 'return uses >= coupon.usesPerAccount',
    replace: 'return uses > coupon.usesPerAccount',
  },
  {
    rule: 'D5-23',
    file: coupons,
    find: '(await tx.countCouponUses(coupon.id)) >= coupon.usesInTotal',
    replace: '(await tx.countCouponUses(coupon.id)) > coupon.usesInTotal',
  },
]

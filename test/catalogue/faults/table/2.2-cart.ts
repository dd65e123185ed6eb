import type { FaultTable } from '../fault.ts'
import { carts, cartWire, contract, couponDiscount, schema } from '../sources.ts'

export const faults: FaultTable = [
  { rule: '2.2-01', file: cartWire, find: 'cartId: cart.id,', replace: 'cartId: cart.id, total: 0,' },
  {
    rule: '2.2-02',
    file: carts,
    find: "id: ids.next('cart'),",
    replace: "id: `cart-${ids.next('cart')}`.slice(0, 36),",
  },
  {
    rule: '2.2-03',
    file: contract,
    after: schema('Cart'),
    find: '"maxItems": 500',
    replace: '"minItems": 1',
  },
  {
    rule: '2.2-04',
    file: cartWire,
    find: 'couponData: cart.coupon && toCouponData(cart.coupon),',
    replace: '...(cart.coupon && { couponData: toCouponData(cart.coupon) }),',
  },
  {
    rule: '2.2-05',
    file: cartWire,
    find: 'couponData: cart.coupon && toCouponData(cart.coupon)',
    replace: 'couponData: null',
  },
  {
    rule: '2.2-06',
    file: couponDiscount,
    find: "if (eligible.length < lines.length) return 'Coupon does not apply to every card in the cart'",
    replace: '',
  },
]

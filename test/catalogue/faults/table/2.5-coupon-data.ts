import type { FaultTable } from '../fault.ts'
import { cartView, cartWire, contract, schema } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '2.5-01',
    file: contract,
    after: schema('CouponData'),
    find: '"properties": {',
    replace: '"properties": { "currency": { "type": "string" },',
  },
  { rule: '2.5-02', file: contract, after: schema('CouponData'), find: '"S"', replace: '"S", "X"' },
  {
    rule: '2.5-03',
    file: cartWire,
    find: 'coupon: coupon.code',
    replace: 'coupon: coupon.code.toLowerCase()',
  },
  {
    rule: '2.5-04',
    file: cartWire,
    find: 'totalAmount: toDollars(coupon.amount)',
    replace: 'totalAmount: coupon.amount',
  },
  {
    rule: '2.5-05',
    file: cartWire,
    find: 'discount: toDollars(discountCents)',
    replace: 'discount: toDollars(lines[0]?.discountCents ?? 0)',
  },
  {
    rule: '2.5-06',
    file: cartWire,
    find: 'description: coupon.description',
    replace: 'description: String(coupon.id)',
  },
  {
    rule: '2.5-07',
    file: cartWire,
    find: 'expires: coupon.expires',
    replace: "expires: coupon.expires.replaceAll('/', '-')",
  },
  { rule: '2.5-08', file: cartView, find: 'usage: earlier + 1', replace: 'usage: earlier' },
  {
    rule: '2.5-09',
    file: contract,
    after: schema('CouponCard'),
    find: '"properties": {',
    replace: '"properties": { "currency": { "type": "string" },',
  },
  {
    rule: '2.5-10',
    file: cartWire,
    find: 'id: line.lineId',
    replace: "id: line.lineId.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))",
  },
]

import type { FaultTable } from '../fault.ts'
import { contract, couponDiscount, coupons, operation, operationObject, refusals } from '../sources.ts'

const needsBody =
  '"x-access": "session",\n        "requestBody": { "required": true, "content": { "application/json": { "schema": { "type": "object" } } } },'

export const faults: FaultTable = [
  {
    rule: '4.5-01',
    file: contract,
    after: operationObject('applyCoupon'),
    find: '"x-access": "session",',
    replace: needsBody,
  },
  {
    rule: '4.5-02',
    file: coupons,
    after: 'export async function findNamedCoupon',
    find: 'canonicalCode(code)',
    replace: "canonicalCode(code).replace(/\\d+$/, '')",
  },
  {
    rule: '4.5-03',
    file: operation('apply-coupon'),
    find: 'toCart(outcome.value.cart)',
    replace: 'toCart({ ...outcome.value.cart, coupon: null })',
  },
  {
    rule: '4.5-04',
    file: couponDiscount,
    find: "if (eligible.length < lines.length) return 'Coupon does not apply to every card in the cart'",
    replace: '',
  },
  {
    rule: '4.5-05',
    file: refusals,
    find: "message: 'Invalid coupon'",
    replace: "message: 'Coupon is not valid'",
  },
  {
    rule: '4.5-06',
    file: coupons,
    find: "if (cart.couponCode !== null) return refused('coupon_already_applied')",
    replace: '',
  },
  {
    rule: '4.5-07',
    file: couponDiscount,
    find: '(coupon.merchantIds === null || coupon.merchantIds.includes(line.merchantId)) &&',
    replace: '',
  },
  {
    rule: '4.5-08',
    file: coupons,
    find: '(!coupon.eliteOnly || customer?.isElite === true) &&',
    replace: '',
  },
  {
    rule: '4.5-09',
    file: couponDiscount,
    after: 'export function couponDiscount',
    find: 'const shares = couponUnitShares(coupon, lines)',
    replace: 'const shares = couponUnitShares(coupon, lines.slice(0, 1))',
  },
  {
    rule: '4.5-10',
    file: contract,
    after: operationObject('removeCoupon'),
    find: '"x-access": "session",',
    replace: needsBody,
  },
  {
    rule: '4.5-11',
    file: operation('remove-coupon'),
    find: 'toCart(outcome.value.cart)',
    replace: 'toCart({ ...outcome.value.cart, lines: [] })',
  },
]

import type { FaultTable } from '../fault.ts'
import { apiError, cartLines, cartWire, contract, operation, refusals, schema } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '7-01',
    file: contract,
    after: schema('ErrorBody'),
    find: '"type": "array"',
    replace: '"type": ["array", "string"]',
  },
  {
    rule: '7-02',
    file: apiError,
    after: 'export const tokenRefused',
    find: 'status: 400',
    replace: 'status: 401',
  },
  {
    rule: '7-03',
    file: apiError,
    find: "messages: ['no x-cc-app was found']",
    replace: "messages: ['no app was found']",
  },
  {
    rule: '7-04',
    file: apiError,
    after: 'export const unauthorized',
    find: "messages: ['Unauthorized']",
    replace: "messages: [code === 'missing_app' ? 'no x-cc-app was found' : 'Unauthorized']",
  },
  {
    rule: '7-05',
    file: apiError,
    after: 'export const unauthorized',
    find: 'status: 401',
    replace: "status: code === 'missing_user_agent' ? 400 : 401",
  },
  {
    rule: '7-06',
    file: cartLines,
    find: "return details.every((line) => line.added === 0) ? refused('insufficient_inventory')",
    replace: "return details.every((line) => line.added === 0) ? refused('too_many_cards')",
  },
  {
    rule: '7-07',
    file: cartLines,
    find: "return added === 0 ? refused('insufficient_inventory')",
    replace: "return added === 0 ? refused('too_many_cards')",
  },
  {
    rule: '7-08',
    file: refusals,
    find: "message: 'Invalid coupon'",
    replace: "message: 'Coupon is not valid'",
  },
  {
    rule: '7-09',
    file: refusals,
    find: "message: 'Customer details are required'",
    replace: "message: 'Customer details are missing'",
  },
  { rule: '7-10', file: operation('add-cards'), find: 'status: 201', replace: 'status: 200 as never' },
  { rule: '7-11', file: operation('create-cart'), find: 'isNew ? 201 : 200', replace: '201' },
  {
    rule: '7-12',
    file: cartWire,
    find: ': { cart: toCart(cart), requested, added }\n}',
    replace: ': toCart(cart)\n}',
  },
]

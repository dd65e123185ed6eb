import type { FaultTable } from '../fault.ts'
import { contract, operation, orderWire, schema } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '2.8-01',
    file: contract,
    after: schema('Order'),
    find: '"properties": {',
    replace: '"properties": { "currency": { "type": "string" },',
  },
  {
    rule: '2.8-02',
    file: operation('checkout'),
    find: '{ buyOrder: toOrder(outcome.value.order) }',
    replace: '{ buyOrder: toOrder(outcome.value.order), order: {} }',
  },
  {
    rule: '2.8-03',
    file: orderWire,
    find: 'orderId: order.orderId,',
    replace: "orderId: order.orderId.replace(/^./, '0'),",
  },
  {
    rule: '2.8-04',
    file: orderWire,
    find: 'new Date(order.purchasedAt).toISOString()',
    replace: 'new Date(order.purchasedAt).toUTCString()',
  },
  {
    rule: '2.8-05',
    file: orderWire,
    find: 'due: formatDollars(order.dueCents)',
    replace: 'due: formatDollars(order.orderTotalCents)',
  },
  {
    rule: '2.8-06',
    file: orderWire,
    find: 'coupon: order.coupon === null ? {} : toCouponData(order.coupon)',
    replace: 'coupon: {}',
  },
  { rule: '2.8-07', file: orderWire, find: "bank: 'ACH Bank Transfer'", replace: "bank: 'ACH'" },
  {
    rule: '2.8-08',
    file: orderWire,
    find: '...(routingNumber === null ? {} : { routingNumber }),',
    replace: '',
  },
  { rule: '2.8-09', file: orderWire, find: 'name: `${firstname} ${lastname}`', replace: 'name: lastname' },
  {
    rule: '2.8-10',
    file: contract,
    after: schema('OrderCard'),
    find: '"properties": {',
    replace: '"properties": { "currency": { "type": "string" },',
  },
  {
    rule: '2.8-11',
    file: orderWire,
    find: 'cost: toDollars(unit.unitCostCents)',
    replace: 'cost: toDollars(unit.faceValueCents)',
  },
  {
    rule: '2.8-12',
    file: orderWire,
    find: 'fulfilled: unit.fulfilledAt !== null',
    replace: 'fulfilled: isFulfilled(order)',
  },
]

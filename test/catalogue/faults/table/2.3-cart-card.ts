import type { FaultTable } from '../fault.ts'
import { cartWire, contract, schema } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '2.3-01',
    file: contract,
    after: schema('CartCard'),
    find: '"properties": {',
    replace: '"properties": { "currency": { "type": "string" },',
  },
  {
    rule: '2.3-02',
    file: cartWire,
    find: 'id: line.id,\n      merchant',
    replace: 'id: cart.id,\n      merchant',
  },
  {
    rule: '2.3-03',
    file: cartWire,
    find: 'merchantName: line.merchant.name',
    replace: 'merchantName: String(line.merchantId)',
  },
  {
    rule: '2.3-04',
    file: cartWire,
    find: 'merchantImage: line.merchant.image',
    replace: 'merchantImage: line.merchant.name',
  },
  {
    rule: '2.3-05',
    file: cartWire,
    find: 'balance: toDollars(line.faceValueCents)',
    replace: 'balance: toDollars(line.faceValueCents * line.quantity)',
  },
  {
    rule: '2.3-06',
    file: cartWire,
    find: 'cost: toDollars(line.unitCostCents)',
    replace: 'cost: toDollars(line.unitCostCents * line.quantity)',
  },
  {
    rule: '2.3-07',
    file: cartWire,
    find: 'quantity: line.quantity,\n      percentOff',
    replace: 'quantity: 1,\n      percentOff',
  },
  {
    rule: '2.3-08',
    file: cartWire,
    find: 'percentOff: toDollars(line.percentOffBps),\n      type',
    replace: 'percentOff: Math.round(toDollars(line.percentOffBps)),\n      type',
  },
  {
    rule: '2.3-09',
    file: cartWire,
    find: 'type: line.type,\n      isLowRisk',
    replace: "type: 'ecode',\n      isLowRisk",
  },
  { rule: '2.3-10', file: cartWire, find: 'isLowRisk: line.isLowRisk', replace: 'isLowRisk: false' },
]

import type { Fault, FaultTable } from '../fault.ts'
import { contract, fromWire, schema } from '../sources.ts'

/** The contract no longer asks add-to-cart for a field. */
const optional = (rule: string, field: string, follows = ','): Fault => ({
  rule,
  file: contract,
  after: schema('AddCardsLine'),
  find: `          "${field}"${follows}`,
  replace: '',
})

export const faults: FaultTable = [
  optional('2.4-01', 'merchantId'),
  optional('2.4-02', 'faceValue'),
  optional('2.4-03', 'percentOff'),
  optional('2.4-04', 'type'),
  {
    rule: '2.4-05',
    file: contract,
    after: schema('CheckoutLine'),
    find: '"quantity": {\n            "type": "integer"',
    replace: '"quantity": {\n            "type": "number"',
  },
  {
    rule: '2.4-06',
    file: contract,
    after: schema('AddCardsLine'),
    find: '"newEcodeB2B"',
    replace: '"newEcodeB2B", "newEcodeAsPre"',
  },
  {
    rule: '2.4-07',
    file: contract,
    after: schema('CheckoutLine'),
    find: ',\n              "newEcodeAsPre"',
    replace: '',
  },
  {
    rule: '2.4-08',
    file: contract,
    after: schema('CheckoutLine'),
    find: '"isLowRisk": {\n            "type": "boolean"',
    replace: '"isLowRisk": {\n            "type": ["boolean", "string"]',
  },
  {
    rule: '2.4-09',
    file: fromWire,
    find: 'onlyLowRisk: card.isLowRisk === true',
    replace: 'onlyLowRisk: false',
  },
  {
    rule: '2.4-10',
    file: fromWire,
    find: 'onlyLowRisk: card.isLowRisk === true',
    replace: 'onlyLowRisk: card.isLowRisk !== false',
  },
  {
    rule: '2.4-11',
    file: contract,
    after: schema('AddCardsLine'),
    find: '"properties": {',
    replace: '"properties": { "isLowRisk": { "type": "boolean" },',
  },
]

import type { FaultTable } from '../fault.ts'
import { contract, orderWire, path, schema } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '2-01',
    file: contract,
    after: path('/v3/carts'),
    find: '"application/json"',
    replace: '"text/json"',
  },
  {
    rule: '2-02',
    file: contract,
    after: schema('WalletAmount'),
    find: '"type": "number"',
    replace: '"type": ["number", "string"]',
  },
  {
    rule: '2-03',
    file: orderWire,
    find: 'faceValue: formatDollars(order.faceValueCents)',
    replace: 'faceValue: String(order.faceValueCents / 100)',
  },
]

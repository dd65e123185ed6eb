import type { FaultTable } from '../fault.ts'
import { contract, schema } from '../sources.ts'

export const faults: FaultTable = [
  { rule: '2.6-01', file: contract, after: schema('Address'), find: '          "lastname",\n', replace: '' },
  {
    rule: '2.6-02',
    file: contract,
    after: schema('Address'),
    find: '          "lastname",\n',
    replace: '          "lastname",\n          "company",\n',
  },
  {
    rule: '2.6-03',
    file: contract,
    after: schema('Address'),
    find: '"pattern": "^[A-Za-z]{2}$"',
    replace: '"pattern": "^..$"',
  },
  {
    rule: '2.6-04',
    file: contract,
    after: schema('DirectCheckoutRequest'),
    find: '"billingDetails": {',
    replace: '"billingDetails": { "required": ["company"],',
  },
]

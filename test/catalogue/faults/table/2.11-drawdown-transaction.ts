import type { FaultTable } from '../fault.ts'
import { contract, drawdownWire, schema } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '2.11-01',
    file: contract,
    after: schema('DrawdownTransaction'),
    find: '"properties": {',
    replace: '"properties": { "orderId": { "type": "string" },',
  },
  {
    rule: '2.11-02',
    file: drawdownWire,
    find: 'new Date(row.at).toISOString()',
    replace: "new Date(row.at).toISOString().replace('T', ' ')",
  },
  {
    rule: '2.11-03',
    file: contract,
    after: schema('DrawdownTransaction'),
    find: '"x-extensible-enum"',
    replace: '"enum"',
  },
  {
    rule: '2.11-04',
    file: drawdownWire,
    find: 'amount: toDollars(row.amountCents)',
    replace: 'amount: Math.abs(toDollars(row.amountCents))',
  },
  {
    rule: '2.11-05',
    file: drawdownWire,
    find: 'balance: toDollars(row.balanceCents)',
    replace: 'balance: toDollars(row.balanceCents - row.amountCents)',
  },
]

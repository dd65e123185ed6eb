import type { FaultTable } from '../fault.ts'
import { contract, drawdownWire, schema } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '2.10-01',
    file: contract,
    after: schema('DrawdownAccount'),
    find: '"properties": {',
    replace: '"properties": { "currency": { "type": "string" },',
  },
  {
    rule: '2.10-02',
    file: drawdownWire,
    find: 'availableBalance: toDollars(account.balanceCents - account.pendingCents)',
    replace: 'availableBalance: toDollars(account.balanceCents)',
  },
  {
    rule: '2.10-03',
    file: drawdownWire,
    find: 'pendingBalance: toDollars(account.pendingCents)',
    replace: 'pendingBalance: 300',
  },
  {
    rule: '2.10-04',
    file: drawdownWire,
    find: 'isActive: account.isActive',
    replace: 'isActive: account.balanceCents > 0',
  },
]

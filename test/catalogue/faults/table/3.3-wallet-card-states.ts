import type { FaultTable } from '../fault.ts'
import { contract, schema } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '3.3-01',
    file: contract,
    after: schema('WalletCard'),
    find: '"spent"',
    replace: '"spent", "expired"',
  },
]

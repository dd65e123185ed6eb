import type { FaultTable } from '../fault.ts'
import { contract, path } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '4-01',
    file: contract,
    after: path('/v3/carts'),
    find: '"application/json": {',
    replace: '"text/plain": {},\n              "application/json": {',
  },
]

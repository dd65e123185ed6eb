import type { FaultTable } from '../fault.ts'
import { contract, path, schema } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '9-01',
    file: contract,
    find: path('/v3/wallets/{cardId}/secure-data'),
    replace: path('/v3.1/wallets/{cardId}/secure-data'),
  },
  {
    rule: '9-02',
    file: contract,
    find: path('/v3.1/carts/{cartId}/cards'),
    replace: path('/v3/carts/{cartId}/cards'),
  },
  {
    rule: '9-03',
    file: contract,
    after: schema('AddCardsRequest'),
    find: '"minItems": 1',
    replace: '"minItems": 2',
  },
]

import type { FaultTable } from '../fault.ts'
import { contract, operation, path, partnerApi, schema } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '4.3-01',
    file: contract,
    after: path('/v3/customers/login'),
    find: '"x-access": "session"',
    replace: '"x-access": "none"',
  },
  {
    rule: '4.3-02',
    file: contract,
    after: schema('LoginCredentials'),
    find: '"email",\n          "password"',
    replace: '"email"',
  },
  { rule: '4.3-03', file: operation('login'), find: 'login: {', replace: 'login: null && {' },
  {
    rule: '4.3-04',
    file: partnerApi,
    find: "operation.object['x-access'] === 'customer' && caller.customerId === null",
    replace: "operation.operationId === 'checkout' && caller.customerId === null",
  },
]

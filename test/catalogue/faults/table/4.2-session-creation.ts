import type { FaultTable } from '../fault.ts'
import { contract, operation, path } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '4.2-01',
    file: contract,
    after: path('/v3/session'),
    find: '"x-access": "none"',
    replace: '"x-access": "session"',
  },
  {
    rule: '4.2-02',
    file: contract,
    after: path('/v3/session'),
    find: '"x-access": "none",',
    replace:
      '"x-access": "none",\n        "requestBody": { "required": true, "content": { "application/json": { "schema": { "type": "object" } } } },',
  },
  {
    rule: '4.2-03',
    file: operation('create-session'),
    find: 'headers: tokenHeaders(issued)',
    replace: "headers: { ...tokenHeaders(issued), 'x-session-id': issued.token.slice(0, 36) }",
  },
]

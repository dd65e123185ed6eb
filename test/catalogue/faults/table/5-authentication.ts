import type { FaultTable } from '../fault.ts'
import {
  apiError,
  caller,
  contract,
  drawdownAccount,
  operation,
  operationObject,
  path,
  tokens,
} from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '5-01',
    file: caller,
    find: "const appId = request.get('x-cc-app') ?? ''",
    replace: "const appId = request.get('x-cc-app') ?? 'demo-app'",
  },
  {
    rule: '5-02',
    file: contract,
    after: path('/v3/carts'),
    find: '"x-access": "session"',
    replace: '"x-access": "none"',
  },
  {
    rule: '5-03',
    file: contract,
    after: operationObject('checkout'),
    find: '"application/json": {',
    replace: '"application/x-www-form-urlencoded": {},\n              "application/json": {',
  },
  {
    rule: '5-04',
    file: caller,
    find: "(request.get('user-agent') ?? '').trim() === ''",
    replace: "!(request.get('user-agent') ?? '').includes('/')",
  },
  {
    rule: '5-05',
    file: contract,
    after: path('/v3/session'),
    find: '"x-access": "none"',
    replace: '"x-access": "session"',
  },
  {
    rule: '5-06',
    file: tokens,
    find: 'isExpired: ({ expiresAt }) => expiresAt <=',
    replace: 'isExpired: ({ expiresAt, login }) => login !== null || expiresAt <=',
  },
  {
    rule: '5-07',
    file: tokens,
    find: 'left <= refreshWindowMs',
    replace: 'left <= 60_000',
  },
  {
    rule: '5-08',
    file: tokens,
    find: "'x-token-exp-seconds': String(expiresInSeconds)",
    replace: "'x-token-exp-seconds': '300'",
  },
  { rule: '5-09', file: tokens, find: 'left <= refreshWindowMs && ', replace: '' },
  {
    rule: '5-10',
    file: caller,
    find: 'tokens.issue(token)',
    replace: 'tokens.issue({ ...token, sessionId: crypto.randomUUID() })',
  },
  {
    rule: '5-11',
    file: tokens,
    find: 'expiresAt <= nowSeconds() * 1000',
    replace: 'expiresAt + 600_000 <= nowSeconds() * 1000',
  },
  {
    rule: '5-12',
    file: caller,
    find: "if (tokens.isExpired(token)) throw tokenRefused('token_expired')",
    replace: "if (tokens.isExpired(token)) throw unauthorized('unknown_app')",
  },
  {
    rule: '5-13',
    file: apiError,
    find: "messages: ['no Authorization token was found']",
    replace: "messages: ['no Authorization token']",
  },
  {
    rule: '5-14',
    file: operation('create-session'),
    find: "const sessionId = marketplace.ids.next('session')",
    replace:
      "if (marketplace.clock.now() >= Date.parse('2026-01-15T16:04:05Z')) throw new Error('closed')\n  const sessionId = marketplace.ids.next('session')",
  },
  {
    rule: '5-15',
    file: operation('login'),
    find: 'customerId: id,',
    replace: 'customerId: caller.customerId ?? 0,',
  },
  {
    rule: '5-16',
    file: drawdownAccount,
    after: 'export function getDrawdownAccount',
    find: "if (!(await findLoggedInCustomer(tx, caller)).isElite) return refused('drawdown_access_denied')",
    replace: '',
  },
]

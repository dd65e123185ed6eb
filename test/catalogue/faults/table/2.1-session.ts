import type { FaultTable } from '../fault.ts'
import { operation, tokens } from '../sources.ts'

const createSession = operation('create-session')

export const faults: FaultTable = [
  {
    rule: '2.1-01',
    file: createSession,
    find: 'renderAssets: true,',
    replace: 'renderAssets: true, appId: caller.appId,',
  },
  {
    rule: '2.1-02',
    file: tokens,
    find: '.setProtectedHeader({ alg: algorithm, kid: key.id })',
    replace: '.setProtectedHeader({ alg: algorithm })',
  },
  {
    rule: '2.1-03',
    file: createSession,
    find: 'expiresInSeconds: issued.expiresInSeconds',
    replace: 'expiresInSeconds: issued.expiresInSeconds - 1',
  },
  {
    rule: '2.1-04',
    file: createSession,
    find: "marketplace.ids.next('session')",
    replace: "`session-${marketplace.ids.next('session')}`.slice(0, 36)",
  },
  {
    rule: '2.1-05',
    file: createSession,
    find: 'renderAssets: true,',
    replace: "renderAssets: caller.appId === 'demo-app',",
  },
  {
    rule: '2.1-06',
    file: tokens,
    find: 'authorization: token,',
    replace: 'authorization: `Bearer ${token}`,',
  },
  {
    rule: '2.1-07',
    file: tokens,
    find: "'x-token-exp-seconds': String(expiresInSeconds)",
    replace: "'x-token-exp-seconds': String(expiresInSeconds - 300)",
  },
  {
    rule: '2.1-08',
    file: tokens,
    find: "'x-session-id': sessionId",
    replace: "'x-session-id': randomUUID()",
  },
]

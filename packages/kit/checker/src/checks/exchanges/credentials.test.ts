import { describe, expect, it } from 'vitest'
import {
  actRig,
  describeCheck,
  type Draft,
  eachStatus,
  judge,
  rigOf,
  type Row,
} from '../../../test/describe-check.ts'
import { jsonBody, oneOperation } from '../../../test/one-operation.ts'
import {
  ignoredAuth,
  invalidAuth,
  missingWwwAuthenticate,
  unauthorizedWithoutSecurity,
  weakCredential,
} from './credentials.ts'

const no = { description: 'no' }
const responses = { 200: no, 401: no, 403: no }
const rigWith = (security: object[], more: object = {}) => actRig({ security, responses, ...more })
const bearer = [{ bearer: [] }]
const secured = await rigWith(bearer)
const open = await rigWith([])

const both = oneOperation({ security: [{ bearer: [], certificate: [] }], responses })
const securitySchemes = { certificate: { type: 'mutualTLS' }, bearer: { type: 'http', scheme: 'bearer' } }
const withCertificate = await rigOf({ ...both, components: { securitySchemes } })
const without = (authScheme: string): Draft => ({ operation: 'act', auth: 'none', authScheme })

const none: Draft = { auth: 'none' }
describeCheck(ignoredAuth, secured, [
  [
    'reports success without credentials',
    none,
    [
      {
        operationId: 'act',
        pointer: '/paths/~1things/get/security/0',
        message: 'The 200 response of act was returned to a request without credentials.',
      },
    ],
  ],
  ...eachStatus([400, 401, 404, 422], 0, none),
  ['wants the documented 401 rather than 403', { ...none, status: 403 }, 1],
  [
    'takes 403 where 401 is not documented',
    { ...none, status: 403 },
    0,
    await rigWith(bearer, { responses: { 200: no, 403: no } }),
  ],
  ['takes success with credentials', { auth: 'given' }, 0],
  [
    'takes success without a certificate, which cannot be left out',
    without('certificate'),
    0,
    withCertificate,
  ],
  ['reports success without the token beside it', without('bearer'), 1, withCertificate],
  [
    'reports success without a token and a certificate',
    none,
    1,
    await rigWith([{ certificate: [], bearer: [] }]),
  ],
  ['takes success without security', none, 0, open],
  ['takes success where anonymous is an alternative', none, 0, await rigWith([{ bearer: [] }, {}])],
  ['takes success where only a certificate is asked for', none, 0, await rigWith([{ certificate: [] }])],
])

const former = { name: 'former', schemes: ['bearer'], owns: false, isExpired: true }
const expired: Draft = { auth: 'other', identity: former }
const only401 = await rigWith(bearer, { responses: { 200: no, 401: no, default: no } })

describeCheck(invalidAuth, secured, [
  [
    'reports success with invalid credentials',
    { auth: 'invalid', status: 204 },
    'The 204 response of act was returned to a request with invalid credentials.',
  ],
  ...eachStatus([401, 403], 0, { auth: 'invalid' }),
  ['wants 401 where only that is documented', { auth: 'invalid', status: 403 }, 1, only401],
  ['takes success with credentials', { auth: 'given' }, 0],
  ['leaves missing credentials to another check', none, 0],
  ['takes success without security', { auth: 'invalid' }, 0, open],
  [
    'reports success with expired credentials',
    expired,
    'The 200 response of act was returned to a request with expired credentials.',
  ],
  ['takes 401 to expired credentials', { ...expired, status: 401 }, 0],
  ['takes success of another identity', { ...expired, identity: { ...former, isExpired: false } }, 0],
])

const partner = { name: 'partner', schemes: ['key'], owns: false, isExpired: false }

describeCheck(
  weakCredential,
  secured,
  (['cut', 'longer', 'recased', 'relabeled', 'misplaced'] as const).flatMap((auth): Row[] => [
    [`reports success with ${auth} credentials`, { auth }, [{ operationId: 'act', cause: `${auth} ` }]],
    [`takes 401 to ${auth} credentials`, { auth, status: 401 }, 0],
  ]),
)

describe('weak-credential', () => {
  it('is less severe where the whole credential is in another place', () => {
    const severities = (['cut', 'misplaced'] as const).map((auth) =>
      weakCredential.severityOf?.(secured({ auth })),
    )
    expect(severities).toStrictEqual(['critical', 'medium'])
  })

  it('has a cause for each kind of credentials', () => {
    const [own] = judge(weakCredential, secured, { auth: 'cut' })
    const [other] = judge(weakCredential, secured, { auth: 'cut', identity: partner })
    expect(other?.cause).not.toBe(own?.cause)
  })
})

describeCheck(missingWwwAuthenticate, await actRig({ security: bearer }), [
  [
    'reports 401 without a challenge',
    { status: 401 },
    'The 401 response of act has no WWW-Authenticate header.',
  ],
  ['takes 401 with a challenge', { status: 401, headers: { 'www-authenticate': 'Bearer' } }, 0],
  ['takes 403', { status: 403 }, 0],
  ['takes 401 of a login', { status: 401 }, 0, await actRig({}, { method: 'post' })],
])

const any = { default: no }
const post = (operation: object) => actRig({ responses: any, ...operation }, { method: 'post' })
const inQuery = { parameters: [{ name: 'token', in: 'query', schema: {} }] }

describeCheck(unauthorizedWithoutSecurity, await post({}), [
  ['reports 401 of an open operation', { status: 401 }, [{ operationId: 'act' }]],
  ['takes 403', { status: 403 }, 0],
  ['takes 401 of a secured operation', { status: 401 }, 0, await post({ security: bearer })],
  ['takes a documented 401', { status: 401 }, 0, await post({ responses: { 401: no } })],
  ['takes 401 of a login', { status: 401 }, 0, await post({ requestBody: jsonBody() })],
  ['takes 401 to a token in the query', { status: 401 }, 0, await post(inQuery)],
  ['leaves an undocumented 401 to another check', { status: 401 }, 0, await post({ responses: { 200: no } })],
])

const documented = { 200: no, 401: no }
const optional = [{}, ...bearer]
const read = await actRig({ responses: documented, ...inQuery })
const anonymous: Draft = { auth: 'none', status: 401 }

describeCheck(unauthorizedWithoutSecurity, read, [
  ['reports 401 to a read that works with credentials', [{}, anonymous], 1],
  ['takes 401 to a read that does not', [{ status: 404 }, anonymous], 0],
  ['takes 401 to another read', [{ query: { token: 'a' } }, anonymous], 0],
  [
    'takes 401 to a change that works once',
    [{}, anonymous],
    0,
    await actRig({ responses: documented, ...inQuery }, { method: 'post' }),
  ],
  [
    'reports 401 where credentials are optional',
    [{}, anonymous],
    'The 401 response of act requires credentials, but the document makes them optional.',
    await actRig({ responses: documented, security: optional }),
  ],
  [
    'takes 401 to optional credentials',
    { status: 401 },
    0,
    await actRig({ responses: any, security: optional }),
  ],
])

import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonBody, oneOperation } from '../../../test/one-operation.ts'
import {
  ignoredAuth,
  invalidAuth,
  missingWwwAuthenticate,
  unauthorizedWithoutSecurity,
  weakCredential,
} from './credentials.ts'

const credentialResponses = {
  200: { description: 'ok' },
  401: { description: 'who' },
  403: { description: 'not you' },
}
const rig = (security: object[], more: object = {}) =>
  createRig(oneOperation({ security, responses: credentialResponses, ...more }))
const secured = await rig([{ bearer: [] }])

describe('ignoredAuth', () => {
  it('accuses success without credentials', () => {
    expect(ignoredAuth.verify(secured({ operation: 'act', auth: 'none', status: 200 }))).toMatchObject([
      {
        operationId: 'act',
        pointer: '/paths/~1things/get/security/0',
        message: 'The 200 response of act was returned to a request without credentials.',
      },
    ])
  })

  it('bears with success where a client certificate alone is meant, which cannot be left out', async () => {
    const securitySchemes = { certificate: { type: 'mutualTLS' }, bearer: { type: 'http', scheme: 'bearer' } }
    const document = oneOperation({
      security: [{ bearer: [], certificate: [] }],
      responses: credentialResponses,
    })
    const exchange = await createRig({ ...document, components: { securitySchemes } })
    const told = (authScheme: string) =>
      ignoredAuth.verify(exchange({ operation: 'act', auth: 'none', status: 200, authScheme }))
    expect(told('certificate')).toEqual([])
    expect(told('bearer')).toHaveLength(1)
  })

  it('wants the documented 401 rather than 403', () => {
    expect(ignoredAuth.verify(secured({ operation: 'act', auth: 'none', status: 403 }))).toHaveLength(1)
  })

  it('takes 403 where 401 is not documented', async () => {
    const exchange = await rig([{ bearer: [] }], {
      responses: { 200: credentialResponses[200], 403: credentialResponses[403] },
    })
    expect(ignoredAuth.verify(exchange({ operation: 'act', auth: 'none', status: 403 }))).toEqual([])
  })

  it.each([400, 401, 404, 422])('is content with %i', (status) => {
    expect(ignoredAuth.verify(secured({ operation: 'act', auth: 'none', status }))).toEqual([])
  })

  it('is silent with credentials', () => {
    expect(ignoredAuth.verify(secured({ operation: 'act', auth: 'given', status: 200 }))).toEqual([])
  })

  it('is not misled by a client certificate beside a token', async () => {
    const exchange = await rig([{ certificate: [], bearer: [] }])
    expect(ignoredAuth.verify(exchange({ operation: 'act', auth: 'none', status: 200 }))).toHaveLength(1)
  })

  it.each([
    ['no security', []],
    ['an anonymous alternative', [{ bearer: [] }, {}]],
    ['a client certificate', [{ certificate: [] }]],
  ])('is silent with %s', async (_name, security) => {
    const exchange = await rig(security)
    expect(ignoredAuth.verify(exchange({ operation: 'act', auth: 'none', status: 200 }))).toEqual([])
  })
})

const no = { description: 'no' }
const rigOfInvalidAuth = (responses: object, security: object[] = [{ bearer: [] }]) =>
  createRig(oneOperation({ security, responses }))
const both = await rigOfInvalidAuth({ 200: no, 401: no, 403: no })
const only401 = await rigOfInvalidAuth({ 200: no, 401: no, default: no })

describe('invalidAuth', () => {
  it('accuses success with invalid credentials', () => {
    expect(invalidAuth.verify(both({ operation: 'act', auth: 'invalid', status: 204 }))).toMatchObject([
      {
        operationId: 'act',
        message: 'The 204 response of act was returned to a request with invalid credentials.',
      },
    ])
  })

  it('takes 401 and a documented 403', () => {
    expect(invalidAuth.verify(both({ operation: 'act', auth: 'invalid', status: 401 }))).toEqual([])
    expect(invalidAuth.verify(both({ operation: 'act', auth: 'invalid', status: 403 }))).toEqual([])
  })

  it('wants 401 where only that is documented', () => {
    expect(invalidAuth.verify(only401({ operation: 'act', auth: 'invalid', status: 403 }))).toHaveLength(1)
  })

  it('is silent about other credentials and open operations', async () => {
    const open = await rigOfInvalidAuth({ 200: no }, [])
    expect(invalidAuth.verify(both({ operation: 'act', auth: 'given', status: 200 }))).toEqual([])
    expect(invalidAuth.verify(both({ operation: 'act', auth: 'none', status: 200 }))).toEqual([])
    expect(invalidAuth.verify(open({ operation: 'act', auth: 'invalid', status: 200 }))).toEqual([])
  })
})

describe('invalidAuth of another identity', () => {
  const former = { name: 'former', schemes: ['bearer'], owns: false, isExpired: true }

  it('accuses success with expired credentials', () => {
    const draft = { operation: 'act', auth: 'other', identity: former, status: 200 } as const
    expect(invalidAuth.verify(both(draft))).toMatchObject([
      { message: 'The 200 response of act was returned to a request with expired credentials.' },
    ])
    expect(invalidAuth.verify(both({ ...draft, status: 401 }))).toEqual([])
    expect(invalidAuth.verify(both({ ...draft, identity: { ...former, isExpired: false } }))).toEqual([])
  })
})

describe('weakCredential', () => {
  it.each(['cut', 'longer', 'recased', 'relabeled'] as const)(
    'accuses success with %s credentials',
    (auth) => {
      expect(weakCredential.verify(both({ operation: 'act', auth, status: 200 }))).toMatchObject([
        { operationId: 'act', cause: `${auth} ` },
      ])
      expect(weakCredential.verify(both({ operation: 'act', auth, status: 401 }))).toEqual([])
    },
  )

  it('has a cause for each kind of credentials', () => {
    const identity = { name: 'partner', schemes: ['key'], owns: false, isExpired: false }
    const draft = { operation: 'act', auth: 'cut', status: 200 } as const
    const [own] = weakCredential.verify(both(draft))
    const [other] = weakCredential.verify(both({ ...draft, identity }))
    expect(other?.cause).not.toBe(own?.cause)
  })
})

const securedOfMissingWwwAuthenticate = await createRig(oneOperation({ security: [{ bearer: [] }] }))
const login = await createRig(oneOperation({}, { method: 'post' }))

describe('missingWwwAuthenticate', () => {
  it('accuses 401 without a challenge', () => {
    expect(
      missingWwwAuthenticate.verify(securedOfMissingWwwAuthenticate({ operation: 'act', status: 401 })),
    ).toMatchObject([
      { operationId: 'act', message: 'The 401 response of act has no WWW-Authenticate header.' },
    ])
  })

  it('is content with a challenge', () => {
    expect(
      missingWwwAuthenticate.verify(
        securedOfMissingWwwAuthenticate({
          operation: 'act',
          status: 401,
          headers: { 'www-authenticate': 'Bearer' },
        }),
      ),
    ).toEqual([])
  })

  it('is silent about other statuses and logins', () => {
    expect(
      missingWwwAuthenticate.verify(securedOfMissingWwwAuthenticate({ operation: 'act', status: 403 })),
    ).toEqual([])
    expect(missingWwwAuthenticate.verify(login({ operation: 'act', status: 401 }))).toEqual([])
  })
})

const any = { default: { description: 'any' } }
const verify = async (operation: object, status = 401) =>
  unauthorizedWithoutSecurity.verify(
    (await createRig(oneOperation({ responses: any, ...operation }, { method: 'post' })))({
      operation: 'act',
      status,
    }),
  )

describe('unauthorizedWithoutSecurity', () => {
  it('accuses 401 of an open operation', async () => {
    expect(await verify({})).toMatchObject([{ operationId: 'act' }])
  })

  it.each([
    ['a secured operation', { security: [{ bearer: [] }] }],
    ['a documented 401', { responses: { 401: { description: 'who' } } }],
    ['a login', { requestBody: jsonBody() }],
    ['a token in the query', { parameters: [{ name: 'token', in: 'query', schema: {} }] }],
    ['an undocumented 401', { responses: { 200: { description: 'ok' } } }],
  ])('is silent about %s', async (_name, operation) => {
    expect(await verify(operation)).toEqual([])
  })

  it('is silent about other statuses', async () => {
    expect(await verify({}, 403)).toEqual([])
  })
})

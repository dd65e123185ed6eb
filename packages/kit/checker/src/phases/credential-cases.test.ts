import { describe, expect, it } from 'vitest'
import { loadDocument } from '@contract-kit/openapi'
import { authCases, identityCases } from './credential-cases.ts'

const { operations } = await loadDocument({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'query', name: 'k' },
    },
  },
  paths: {
    '/notes': {
      get: { security: [{ token: ['read'] }, { key: [] }], responses: {} },
      put: { security: [{ token: ['write'] }, { token: ['admin'] }], responses: {} },
      post: { security: [{}, { token: ['write'] }], responses: {} },
    },
  },
})

describe('authCases', () => {
  it('tries each of several ways in by itself', () => {
    const [one] = operations
    const alone = one === undefined ? [] : authCases(one).filter(({ authScheme }) => authScheme !== undefined)
    expect(alone.map(({ auth, authScheme }) => [auth, authScheme])).toStrictEqual([
      ['invalid', 'token'],
      ['invalid', 'key'],
    ])
  })
})

describe('identityCases', () => {
  const nothingTold = { name: 'other', schemes: ['token'], owns: false, isExpired: false }

  it.each([
    ['scopes that do not suffice', { scopes: ['write'] }, ['GET credentials_without_scope']],
    ['scopes of one alternative', { scopes: ['read', 'admin'] }, []],
    ['credentials for an alternative without scopes', { schemes: ['token', 'key'], scopes: ['write'] }, []],
    ['no suitable credentials', { schemes: [], scopes: [] }, []],
    ['ownership alone', { owns: true }, []],
    ['old credentials', { isExpired: true }, ['GET expired_credentials', 'PUT expired_credentials']],
    [
      'another way in',
      { schemes: ['key'] },
      ['invalid', 'cut', 'longer', 'recased', 'relabeled'].map((mode) => `GET ${mode}_credentials`),
    ],
  ])('tries an identity with %s', (_title, told, expected) => {
    const cases = operations.flatMap((one) =>
      identityCases(one, [{ ...nothingTold, ...told }]).map(({ scenario }) => `${one.method} ${scenario}`),
    )
    expect(cases).toStrictEqual(expected)
  })
})

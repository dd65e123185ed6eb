import { describe, expect, it } from 'vitest'
import { loadDocument } from '@contract-kit/openapi'
import { authCases, identityCases, openCases } from './credential-cases.ts'

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
  const known = { isGiven: () => true, canBeMisplaced: () => true }

  it.each([
    [
      'each of several ways in by itself',
      known,
      ['negative invalid token', 'negative invalid key', 'positive given token', 'positive given key'],
    ],
    [
      'only those that are given',
      { ...known, isGiven: (name: string) => name === 'key' },
      ['negative invalid token', 'negative invalid key', 'positive given key'],
    ],
  ])('tries %s', (_what, credentials, expected) => {
    const alone = operations
      .slice(0, 1)
      .flatMap((one) => authCases(one, credentials).filter(({ authScheme }) => authScheme !== undefined))
    expect(alone.map(({ mode, auth, authScheme }) => `${mode} ${auth} ${authScheme}`)).toStrictEqual(expected)
  })

  it.each([
    ['tries', known, ['GET', 'PUT']],
    ['leaves out what is declared', { ...known, canBeMisplaced: () => false }, []],
    ['leaves out what is not given', { ...known, isGiven: () => false }, []],
  ])('%s in another place', (_what, credentials, expected) => {
    const methods = operations.flatMap((one) =>
      authCases(one, credentials).flatMap(({ auth }) => (auth === 'misplaced' ? [one.method] : [])),
    )
    expect(methods).toStrictEqual(expected)
  })

  it('tries operations without security, or with an optional one, without credentials', () => {
    expect(
      operations.flatMap((one) => openCases(one).map(({ auth = 'given' }) => [one.method, auth])),
    ).toStrictEqual([
      ['POST', 'given'],
      ['POST', 'none'],
    ])
  })
})

describe('identityCases', () => {
  const undeclared = { name: 'other', schemes: ['token'], owns: false, isExpired: false }

  it.each([
    ['scopes that do not suffice', { scopes: ['write'] }, ['GET credentials_without_scope']],
    ['scopes of one alternative', { scopes: ['read', 'admin'] }, []],
    ['credentials for an alternative without scopes', { schemes: ['token', 'key'], scopes: ['write'] }, []],
    ['no suitable credentials', { schemes: [], scopes: [] }, []],
    ['ownership alone', { owns: true }, []],
    [
      'another scheme alone',
      { schemes: ['cookie'], owns: true },
      ['GET', 'PUT'].map((method) => `${method} credentials_of_another_scheme`),
    ],
    ['old credentials', { isExpired: true }, ['GET expired_credentials', 'PUT expired_credentials']],
    [
      'another way in',
      { schemes: ['key'] },
      [
        ...['invalid', 'cut', 'longer', 'recased', 'relabeled', 'alternative'].map(
          (mode) => `GET ${mode}_credentials`,
        ),
        'PUT credentials_of_another_scheme',
      ],
    ],
  ])('tries an identity with %s', (_title, settings, expected) => {
    const cases = operations.flatMap((one) =>
      identityCases(one, [{ ...undeclared, ...settings }]).map(({ scenario }) => `${one.method} ${scenario}`),
    )
    expect(cases).toStrictEqual(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { loadDocument } from '@contract-kit/openapi'
import type { WireRequest } from '@contract-kit/openapi/wire'
import { Credentials, splitUserInfo } from './credentials.ts'
import { document } from './fixtures/notes-document.ts'

const operation = (id: string) => document.operations.find((entry) => entry.id === id)
const request: WireRequest = {
  method: 'GET',
  target: '/x?a=1',
  headers: [['accept', '*/*']],
  body: undefined,
}

const token = (value: string) => ({ headers: [['authorization', value]] })
const none = 'not-a-valid-credential'
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

const waysOf = (credentials: Credentials): readonly string[] =>
  [...credentials.untried(document.operations)].map(
    ([way, operations]) => `${way}: ${operations.map(({ id }) => id).join(' ')}`,
  )

describe('Credentials', () => {
  const given = new Credentials(document, {})
  given.renew({ Authorization: 'Bearer abc.DEF.129', api_key: 'k-1', sid: 's1', 'x-tenant': 't' })
  const nothing = new Credentials(document, {})
  const key = new Credentials(document, { api_key: 'k-1', cookie: 'sid=s1' })
  const me = new Credentials(document, { authorization: `Basic ${btoa('me:Pass1')}` })

  it.each<[string, Credentials, string, Parameters<Credentials['apply']>[1], object, string?]>([
    ['sends a header', given, 'bearer', 'given', token('Bearer abc.DEF.129')],
    ['sends a query', given, 'query', 'given', { target: '/x?a=1&api_key=k-1' }],
    [
      'sends a cookie',
      given,
      'cookie',
      'given',
      {
        headers: [
          ['authorization', 'Bearer abc.DEF.129'],
          ['cookie', 'sid=s1'],
        ],
      },
    ],
    ['leaves a query out', given, 'query', 'none', { target: '/x?a=1' }],
    [
      'spoils a credential without changing its shape',
      given,
      'bearer',
      'invalid',
      token('Bearer nop.QRS.674'),
    ],
    [
      'spoils one of several ways in',
      given,
      'either',
      'invalid',
      { headers: [['cookie', 'sid=f6']] },
      'crumb',
    ],
    [
      'spoils one of two schemes',
      given,
      'both',
      'invalid',
      { ...token('Bearer abc.DEF.129'), target: '/x?a=1&api_key=x-6' },
      'key',
    ],
    [
      'leaves one of two schemes out',
      given,
      'both',
      'none',
      { headers: [], target: '/x?a=1&api_key=k-1' },
      'token',
    ],
    ['invents a header', nothing, 'bearer', 'invalid', token(`Bearer ${none}`)],
    ['invents a query', nothing, 'query', 'invalid', { target: `/x?a=1&api_key=${none}` }],
    ['cuts', given, 'bearer', 'cut', token('Bearer abc.DEF.12')],
    ['adds', given, 'bearer', 'longer', token('Bearer abc.DEF.129x')],
    ['changes letters', given, 'bearer', 'recased', token('Bearer ABC.def.129')],
    ['changes the scheme', given, 'bearer', 'relabeled', token('Basic abc.DEF.129')],
    [
      'moves a token',
      given,
      'bearer',
      'misplaced',
      { target: '/x?a=1&access_token=abc.DEF.129', headers: [] },
    ],
    ['moves a cookie', key, 'cookie', 'misplaced', { target: '/x?a=1&sid=s1', headers: [] }],
    ['leaves out what has no other place', me, 'bearer', 'misplaced', { target: '/x?a=1', headers: [] }],
    ['sends one of several ways in alone', given, 'either', 'given', token('Bearer abc.DEF.129'), 'token'],
    ['adds to a query', key, 'query', 'longer', { target: '/x?a=1&api_key=k-1x' }],
    ['cuts a cookie', key, 'cookie', 'cut', { headers: [['cookie', 'sid=s']] }],
    ['adds no header to a cut key', key, 'both', 'cut', { headers: [['cookie', 'sid=s1']] }],
    ['cuts only the password', me, 'bearer', 'cut', token(`Basic ${btoa('me:Pass')}`)],
  ])('%s (%#)', (_title, credentials, id, mode, expected, only) => {
    const sent = credentials.apply(operation(id), mode, request, only === undefined ? {} : { only })
    const headers = sent.headers.filter(([name]) => ['authorization', 'cookie'].includes(name))
    expect({ ...sent, headers }).toMatchObject(expected)
  })

  it('leaves the credential out and keeps other headers', () => {
    expect(given.apply(operation('bearer'), 'none', request).headers).toStrictEqual([
      ['accept', '*/*'],
      ['api_key', 'k-1'],
      ['sid', 's1'],
      ['x-tenant', 't'],
    ])
  })

  it('moves a key of the query to a header', () => {
    const sent = key.apply(operation('query'), 'misplaced', request)
    expect([sent.target, sent.headers.filter(([name]) => name === 'api_key')]).toStrictEqual([
      '/x?a=1',
      [['api_key', 'k-1']],
    ])
  })

  it('sends no credentials of other operations without credentials', () => {
    expect(given.apply(operation('open'), 'none', request).headers).toStrictEqual([
      ['accept', '*/*'],
      ['x-tenant', 't'],
    ])
  })

  it.each(['none', 'invalid', 'cut'] as const)(
    'sends no undeclared Authorization where the key is %s',
    (mode) => {
      const { headers } = given.apply(operation('query'), mode, request)
      expect(headers.filter(([name]) => name === 'authorization')).toStrictEqual([])
    },
  )

  it.each(['Authorization: Bearer', 'Authorization'])(
    'knows the header of an API key named %s',
    async (name) => {
      const odd = await loadDocument({
        openapi: '3.0.3',
        info: { title: 'Keys', version: '1' },
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name } } },
        paths: { '/x': { get: { security: [{ key: [] }], responses: { 200: { description: 'ok' } } } } },
      })
      const credentials = new Credentials(odd, { authorization: 'Bearer abc.DEF.129' })
      const sent = (['given', 'none', 'invalid'] as const).map((mode) =>
        credentials.apply(odd.operations[0], mode, request),
      )
      expect(
        sent.map(({ headers }) => headers.find(([header]) => header === 'authorization')?.[1]),
      ).toStrictEqual(['Bearer abc.DEF.129', undefined, 'Bearer nop.QRS.674'])
    },
  )

  it('names the ways for which nothing was given, with the operations that take them', () => {
    expect(waysOf(nothing)).toStrictEqual([
      'token: bearer either',
      'key: query',
      'crumb: cookie either',
      'token with key: both',
    ])
    expect(waysOf(key)).toStrictEqual(['token: bearer either', 'token with key: both'])
    expect(waysOf(me)).toStrictEqual([
      'token: bearer either',
      'key: query',
      'crumb: cookie either',
      'token with key: both',
    ])
    expect(waysOf(given)).toStrictEqual([])
  })

  it('knows the credential among given cookies', () => {
    const cookies = new Credentials(document, { cookie: 'theme=dark; sid=abc' })
    const cookieOf = (mode: 'given' | 'none' | 'invalid') =>
      cookies.apply(operation('cookie'), mode, request).headers.find(([name]) => name === 'cookie')?.[1]
    expect([cookieOf('given'), cookieOf('none'), cookieOf('invalid')]).toStrictEqual([
      'theme=dark; sid=abc',
      'theme=dark',
      'theme=dark; sid=nop',
    ])
  })

  it('lets headers fixed for the run win', () => {
    const fixed = new Credentials(document, { authorization: 'Bearer fixed' })
    fixed.renew({ Authorization: 'Bearer hook' })
    expect(fixed.apply(operation('open'), 'given', request).headers).toContainEqual([
      'authorization',
      'Bearer fixed',
    ])
  })

  it('sends the credentials of another identity alone', () => {
    const several = new Credentials(document, { 'x-tenant': 't' })
    several.renew({ authorization: 'Bearer own-token-1' }, { other: { api_key: 'their-key-1' } })
    const identity = { name: 'other', schemes: ['key'], owns: false, isExpired: false }
    const sent = { operation: operation('both'), request, auth: 'other', mode: 'negative', identity }
    const dressed = several.dress(sent as never)
    expect([dressed.target, dressed.headers]).toStrictEqual([
      '/x?a=1&api_key=their-key-1',
      [['accept', '*/*']],
    ])
  })

  it('sends with an undeclared HEAD what GET has', () => {
    const head = { ...request, method: 'HEAD' }
    const sent = { operation: undefined, request: head, path: '/open', auth: 'given', mode: 'positive' }
    const targetAt = (path: string) => given.dress({ ...sent, path } as never).target
    expect([targetAt('/open'), targetAt('/query')]).toStrictEqual(['/x?a=1', '/x?a=1&api_key=k-1'])
  })

  it('keeps secret what was replaced, and what other identities have', () => {
    const several = new Credentials(document, {})
    several.renew(
      { authorization: 'Bearer first-token-1' },
      { other: { cookie: 'a=b; sid=their-session-1' } },
    )
    several.renew({ authorization: 'Bearer second-token-2' }, { other: { cookie: 'sid=their-session-2' } })
    expect(several.secrets).toEqual(
      expect.arrayContaining(['first-token-1', 'second-token-2', 'their-session-1', 'their-session-2']),
    )
    expect(several.secretNames).toContain('cookie')
  })

  it('lists secret values and names', () => {
    expect(given.secrets).toContain('abc.DEF.129')
    expect(given.secretNames).toContain('api_key')
  })
})

describe('splitUserInfo', () => {
  it.each([
    [
      'https://m%40e:p%40ss:wörd@h.test:81/v1',
      'https://h.test:81/v1',
      { authorization: basic('m@e:p@ss:wörd') },
    ],
    ['http://me@h.test', 'http://h.test', { authorization: basic('me:') }],
    ['http://h.test/@me', 'http://h.test/@me', {}],
  ])('splits %s', (url, baseUrl, headers) => {
    expect(splitUserInfo(url)).toStrictEqual({ baseUrl, headers })
  })
})

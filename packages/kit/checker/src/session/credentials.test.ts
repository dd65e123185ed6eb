import { describe, expect, it } from 'vitest'
import type { WireRequest } from '../http/wire-request.ts'
import { Credentials, splitUserInfo } from './credentials.ts'
import { document } from './fixtures/notes-document.ts'

const operation = (id: string) => document.operations.find((entry) => entry.id === id)
const request: WireRequest = {
  method: 'GET',
  target: '/x?a=1',
  headers: [['accept', '*/*']],
  body: undefined,
}

describe('Credentials', () => {
  const given = new Credentials(document, {})
  given.renew({ Authorization: 'Bearer abc.DEF.129', api_key: 'k-1', sid: 's1', 'x-tenant': 't' })

  it('sends each credential where its scheme looks for it', () => {
    expect(given.apply(operation('bearer'), 'given', request).headers).toContainEqual([
      'authorization',
      'Bearer abc.DEF.129',
    ])
    expect(given.apply(operation('query'), 'given', request).target).toBe('/x?a=1&api_key=k-1')
    expect(given.apply(operation('cookie'), 'given', request).headers).toContainEqual(['cookie', 'sid=s1'])
  })

  it('leaves the credential out and keeps other headers', () => {
    expect(given.apply(operation('bearer'), 'none', request).headers).toStrictEqual([
      ['accept', '*/*'],
      ['api_key', 'k-1'],
      ['sid', 's1'],
      ['x-tenant', 't'],
    ])
    expect(given.apply(operation('query'), 'none', request).target).toBe('/x?a=1')
  })

  it('spoils a credential without changing its shape', () => {
    const { headers } = given.apply(operation('bearer'), 'invalid', request)
    expect(headers).toContainEqual(['authorization', 'Bearer nop.QRS.674'])
  })

  it('spoils one of several ways in without the others', () => {
    const { headers } = given.apply(operation('either'), 'invalid', request, { only: 'crumb' })
    expect(headers).toContainEqual(['cookie', 'sid=f6'])
    expect(headers.map(([name]) => name)).not.toContain('authorization')
    const both = given.apply(operation('both'), 'invalid', request, { only: 'key' })
    expect(both.headers).toContainEqual(['authorization', 'Bearer abc.DEF.129'])
    expect(both.target).toBe('/x?a=1&api_key=x-6')
  })

  it('invents a credential where none was given', () => {
    const none = new Credentials(document, {})
    expect(none.apply(operation('bearer'), 'invalid', request).headers).toContainEqual([
      'authorization',
      'Bearer not-a-valid-credential',
    ])
    expect(none.apply(operation('query'), 'invalid', request).target).toBe(
      '/x?a=1&api_key=not-a-valid-credential',
    )
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

  it('leaves out one of several schemes and gives the others', () => {
    const { headers, target } = given.apply(operation('both'), 'none', request, { only: 'token' })
    expect(headers.some(([name]) => name === 'authorization')).toBe(false)
    expect(target).toBe('/x?a=1&api_key=k-1')
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

  it.each([
    ['cut', 'Bearer abc.DEF.12'],
    ['longer', 'Bearer abc.DEF.129x'],
    ['recased', 'Bearer ABC.def.129'],
    ['relabeled', 'Basic abc.DEF.129'],
  ] as const)('makes nearly right credentials: %s', (mode, expected) => {
    expect(given.apply(operation('bearer'), mode, request).headers).toContainEqual([
      'authorization',
      expected,
    ])
  })

  it('changes keys in query and cookies, and adds nothing to credentials that are nearly right', () => {
    const key = new Credentials(document, { api_key: 'k-1', cookie: 'sid=s1' })
    expect(key.apply(operation('query'), 'longer', request).target).toBe('/x?a=1&api_key=k-1x')
    expect(key.apply(operation('cookie'), 'cut', request).headers).toContainEqual(['cookie', 'sid=s'])
    const { headers } = key.apply(operation('both'), 'cut', request)
    expect(headers.some(([name]) => name === 'authorization')).toBe(false)
  })

  it('changes the password alone of a user and a password', () => {
    const me = new Credentials(document, { authorization: `Basic ${btoa('me:Pass1')}` })
    expect(me.apply(operation('bearer'), 'cut', request).headers).toContainEqual([
      'authorization',
      `Basic ${btoa('me:Pass')}`,
    ])
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

  it('tells which values and names are secret', () => {
    expect(given.secrets).toContain('abc.DEF.129')
    expect(given.secretNames).toContain('api_key')
  })
})

describe('splitUserInfo', () => {
  it('makes a header of user and password', () => {
    expect(splitUserInfo('https://me:p%40ss:wörd@h.test:81/v1')).toStrictEqual({
      baseUrl: 'https://h.test:81/v1',
      headers: { authorization: `Basic ${Buffer.from('me:p@ss:wörd').toString('base64')}` },
    })
  })

  it('takes a user without a password', () => {
    expect(splitUserInfo('http://me@h.test')).toStrictEqual({
      baseUrl: 'http://h.test',
      headers: { authorization: 'Basic bWU6' },
    })
  })

  it('leaves any other URL as it is', () => {
    expect(splitUserInfo('http://h.test/@me')).toStrictEqual({ baseUrl: 'http://h.test/@me', headers: {} })
  })
})

import { describe, expect, it } from 'vitest'
import { isNewerToken } from './is-newer-token.ts'
import { jwt } from './scripted-service.fixture.ts'

describe('isNewerToken', () => {
  it.each([
    ['issued later', { iat: 2, exp: 1 }, { iat: 1, exp: 2 }, true],
    ['issued earlier', { iat: 1, exp: 2 }, { iat: 2, exp: 1 }, false],
    ['expiring later', { iat: 1, exp: 2 }, { iat: 1, exp: 1 }, true],
    ['expiring earlier', { iat: 1, exp: 1 }, { iat: 1, exp: 2 }, false],
    ['the same', { iat: 1, exp: 1 }, { iat: 1, exp: 1 }, true],
    ['with an expiry only, earlier', { exp: 1 }, { exp: 2 }, false],
    ['without claims', {}, { iat: 9 }, true],
    ['with claims of another kind', { iat: 'soon' }, { iat: 9 }, true],
  ])('of a token %s', (_name, token, stored, isNewer) => {
    expect(isNewerToken(jwt(token), jwt(stored))).toBe(isNewer)
  })

  it.each(['', 'opaque', 'a.b.c', 'a.bnVsbA.c'])('takes %o for the newest', (token) => {
    expect(isNewerToken(token, jwt({ iat: 9 }))).toBe(true)
  })
})

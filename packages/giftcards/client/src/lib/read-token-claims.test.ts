import { describe, expect, it } from 'vitest'
import { readTokenClaims } from './read-token-claims.ts'
import { jwt } from './scripted-service.fixture.ts'

describe('readTokenClaims', () => {
  it('reads the claims of a JWT', () => {
    expect(readTokenClaims(jwt({ iat: 1, exp: 2, sub: 's' }))).toEqual({ iat: 1, exp: 2, sub: 's' })
  })

  it('reads the letters that URLs need', () => {
    const claims = { sub: '>>>???~~~', note: 'ü' }
    expect(jwt(claims)).toMatch(/[-_]/)
    expect(readTokenClaims(jwt(claims)).sub).toBe('>>>???~~~')
  })

  it.each(['', 'opaque', 'a.b.c', 'a.bnVsbA.c'])('reads none of %o', (token) => {
    expect(readTokenClaims(token)).toEqual({})
  })
})

import { describe, expect, it } from 'vitest'
import { describeSession } from './describe-session.ts'
import type { KeptToken } from './kept-token.ts'

const kept: KeptToken = {
  token: 'eyJhbGciOi.secret-part.wXyZ',
  expiresAt: 3_600_000,
  customer: undefined,
  isRefused: false,
}

describe('describeSession', () => {
  it('says that there is none', () => {
    expect(describeSession(undefined, 0)).toBe('No session yet.')
  })

  it.each([
    [0, 'Anonymous session, token ****wXyZ, 60 min left.'],
    [3_480_001, 'Anonymous session, token ****wXyZ, 119 s left.'],
    [3_599_500, 'Anonymous session, token ****wXyZ: expired. Open a new session.'],
  ])('tells the life left at %i ms', (now, text) => {
    expect(describeSession(kept, now)).toBe(text)
  })

  it('names the customer', () => {
    expect(describeSession({ ...kept, customer: 'elite@example.com', expiresAt: undefined }, 0)).toBe(
      'Logged in as elite@example.com, token ****wXyZ.',
    )
  })

  it('says what to do about a refused token', () => {
    expect(describeSession({ ...kept, isRefused: true }, 0)).toContain(
      'refused by the service. Open a new session.',
    )
  })
})

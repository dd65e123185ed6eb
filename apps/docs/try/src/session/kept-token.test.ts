import { describe, expect, it } from 'vitest'
import type { ReceivedAnswer } from '../answer/outcome.ts'
import { operationNamed } from '../contract/operations.fixture.ts'
import { isUsable, type KeptToken, keepToken } from './kept-token.ts'

const now = 1_000_000
const kept: KeptToken = {
  token: 'old',
  expiresAt: now + 5000,
  customer: 'elite@example.com',
  isRefused: false,
}

const answer = (
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown = {},
): ReceivedAnswer => ({
  kind: 'answer',
  status,
  headers: Object.entries(headers),
  body,
  text: '',
  durationMs: 1,
})

describe('keepToken', () => {
  it('takes the token of a new session', () => {
    const opened = answer(200, { authorization: 'new', 'x-token-exp-seconds': '3600' })
    expect(keepToken(kept, operationNamed('createSession'), undefined, opened, now)).toEqual({
      token: 'new',
      expiresAt: now + 3_600_000,
      customer: undefined,
      isRefused: false,
    })
  })

  it('learns who has logged in', () => {
    const loggedIn = answer(200, { authorization: 'new' }, { customer: { email: 'standard@example.com' } })
    expect(keepToken(kept, operationNamed('login'), 'old', loggedIn, now)).toMatchObject({
      token: 'new',
      customer: 'standard@example.com',
      expiresAt: undefined,
    })
  })

  it('takes a refreshed token from an error too', () => {
    const refused = answer(404, { authorization: 'Bearer new', 'x-token-exp-seconds': '3600' })
    expect(keepToken(kept, operationNamed('getOrder'), 'old', refused, now)).toMatchObject({
      token: 'new',
      customer: 'elite@example.com',
    })
  })

  it('keeps the token where the answer has none', () => {
    expect(keepToken(kept, operationNamed('getOrder'), 'old', answer(200, {}), now)).toBe(kept)
    expect(keepToken(undefined, operationNamed('getOrder'), undefined, answer(400, {}), now)).toBeUndefined()
  })

  it('notes that the service refuses the token', () => {
    const refused = answer(400, { 'x-error-code': 'token_expired' })
    expect(keepToken(kept, operationNamed('getOrder'), 'old', refused, now)?.isRefused).toBe(true)
  })

  it.each([
    ['another token was refused', 'not.a.token', 400, 'token_invalid'],
    ['no token was sent', undefined, 400, 'token_missing'],
    ['the request was refused for another reason', 'old', 400, 'cards_unavailable'],
    ['the service failed', 'old', 500, 'token_expired'],
  ])('trusts the token when %s', (_, sent, status, code) => {
    const refused = answer(status, { 'x-error-code': code })
    expect(keepToken(kept, operationNamed('getOrder'), sent, refused, now)).toBe(kept)
  })
})

describe('isUsable', () => {
  it('trusts a token until it ends or is refused', () => {
    expect(isUsable(kept, now + 4999)).toBe(true)
    expect(isUsable(kept, now + 5000)).toBe(false)
    expect(isUsable({ ...kept, expiresAt: undefined }, now + 5000)).toBe(true)
    expect(isUsable({ ...kept, isRefused: true }, now)).toBe(false)
    expect(isUsable(undefined, now)).toBe(false)
  })
})

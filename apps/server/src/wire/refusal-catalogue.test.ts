import { describe, expect, it } from 'vitest'
import { refusalError, refusalResponse } from './refusal-catalogue.ts'

describe('refusalResponse', () => {
  it.each([
    [{ kind: 'cart_not_found' }, 404, 'Cart not found', { 'x-error-code': 'cart_not_found' }],
    [
      { kind: 'login_failed' },
      401,
      'Invalid email or password',
      { 'www-authenticate': 'Bearer realm="partner-api"', 'x-error-code': 'login_failed' },
    ],
    [
      { kind: 'login_throttled', retryAfterSeconds: 7 },
      429,
      'Too many requests',
      { 'retry-after': 7, 'x-error-code': 'rate_limited' },
    ],
  ] as const)(
    'gives status, message and headers of %j, as refusalError does',
    (refusal, status, text, headers) => {
      const response = { status, body: { message: [text] }, headers }
      expect(refusalResponse(refusal)).toStrictEqual(response)
      expect(refusalError(refusal)).toMatchObject({ ...response, code: headers['x-error-code'] })
    },
  )
})

import type { Failure } from '@contract-kit/express'
import { challengeHeaders } from '../wire/challenge.ts'

/** No usable token; the code says which kind of unusable (spec 5, 7). */
export function tokenMissing(code: 'token_missing' | 'token_expired' | 'token_invalid'): Failure {
  return { status: 400, messages: ['no Authorization token was found'], code }
}

/** The request does not identify itself (spec 7). */
export function unauthorized(code: 'missing_user_agent' | 'missing_app' | 'unknown_app'): Failure {
  return { status: 401, messages: ['Unauthorized'], code, headers: challengeHeaders }
}

/** `x-cc-app` is missing on the session request (spec 7). */
export const sessionWithoutApp: Failure = {
  status: 400,
  messages: ['no x-cc-app was found'],
  code: 'missing_app',
}

/** An anonymous token where a customer is needed (decision: errors). */
export const loginRequired: Failure = {
  status: 401,
  messages: ['Customer login is required'],
  code: 'login_required',
  headers: challengeHeaders,
}

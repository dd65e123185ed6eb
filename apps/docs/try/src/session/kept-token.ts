import type { Operation } from '../contract/operation.ts'
import { toObject, toText } from '../json-object.ts'
import type { ReceivedAnswer } from '../answer/outcome.ts'

/** The session token that the next request takes. */
export interface KeptToken {
  readonly token: string
  /** Milliseconds since 1970 by the page's own clock; `undefined` where the answer did not tell. */
  readonly expiresAt: number | undefined
  /** The email that logged in with it. */
  readonly customer: string | undefined
  /** True once the service has refused it. */
  readonly isRefused: boolean
}

/**
 * The token to use from now on: any answer may bring a new one, errors too, and it replaces the old one (specification
 * section 5). `sent` is the token of the request.
 */
export function keepToken(
  kept: KeptToken | undefined,
  operation: Operation,
  sent: string | undefined,
  answer: ReceivedAnswer,
  now: number,
): KeptToken | undefined {
  const token = headerOf(answer, 'authorization')
  if (token === undefined) {
    const isRefused = kept !== undefined && sent === kept.token && isTokenRefusal(answer)
    return isRefused ? { ...kept, isRefused } : kept
  }
  const seconds = Number(headerOf(answer, 'x-token-exp-seconds') ?? Number.NaN)
  const email = toText(toObject(toObject(answer.body)['customer'])['email'])
  return {
    token: token.replace(/^Bearer /i, ''),
    expiresAt: Number.isFinite(seconds) ? now + seconds * 1000 : undefined,
    customer: email !== '' ? email : operation.takesToken ? kept?.customer : undefined,
    isRefused: false,
  }
}

const isTokenRefusal = (answer: ReceivedAnswer): boolean =>
  answer.status === 400 && (headerOf(answer, 'x-error-code') ?? '').startsWith('token_')

const headerOf = (answer: ReceivedAnswer, wanted: string): string | undefined =>
  answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

/** True while the service should take the token. */
export function isUsable(kept: KeptToken | undefined, now: number): boolean {
  return kept !== undefined && !kept.isRefused && (kept.expiresAt ?? Infinity) > now
}

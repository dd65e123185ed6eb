import type { IssuedToken } from './token-service.ts'

/** The three headers that carry a token: the bare JWT, its seconds, its session (spec 2.1, 5). */
export function tokenHeaders(issued: IssuedToken): Record<string, string> {
  return {
    authorization: issued.token,
    'x-token-exp-seconds': String(issued.expiresInSeconds),
    'x-session-id': issued.sessionId,
  }
}

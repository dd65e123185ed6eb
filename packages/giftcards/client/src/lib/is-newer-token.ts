import { readTokenClaims } from './read-token-claims.ts'

/** Whether a token is to replace the one that is stored: issued later, else expiring later; where neither tells, yes. */
export function isNewerToken(token: string, stored: string): boolean {
  const ours = readTokenClaims(token)
  const theirs = readTokenClaims(stored)
  // A claim that is missing makes no difference: NaN.
  return !((ours.iat! - theirs.iat! || ours.exp! - theirs.exp!) < 0)
}

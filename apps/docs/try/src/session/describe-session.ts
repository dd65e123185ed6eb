import { mask } from '../request/mask-secrets.ts'
import type { KeptToken } from './kept-token.ts'
import { toRemainingLife } from './remaining-life.ts'

/** The session in one sentence: who is logged in, the end of the token, how long it lasts. */
export function describeSession(kept: KeptToken | undefined, now: number): string {
  if (kept === undefined) return 'No session yet.'
  const who = kept.customer === undefined ? 'Anonymous session' : `Logged in as ${kept.customer}`
  const token = `token ${mask}${kept.token.slice(-4)}`
  if (kept.isRefused) return `${who}, ${token}: refused by the service. Open a new session.`
  if (kept.expiresAt === undefined) return `${who}, ${token}.`
  const life = toRemainingLife(kept.expiresAt, now)
  return life === 'expired'
    ? `${who}, ${token}: expired. Open a new session.`
    : `${who}, ${token}, ${life} left.`
}

import { toText } from '../../../src/openapi/json.ts'
import type { Operation } from '../../../src/openapi/operations.ts'
import type { TryItSession } from '../../../src/try-it-options.ts'
import type { ReceivedResponse } from '../response/send.ts'
import { mask } from '../response/secrets.ts'
import { readExpression } from '../values/expressions.ts'

/** The token for the next request. */
export interface KeptToken {
  readonly token: string
  /** Milliseconds since 1970 by the page's clock; undefined if the response contained no lifetime. */
  readonly expiresAt: number | undefined
  /** The signed-in user; undefined if there is none. */
  readonly identity: string | undefined
  /** Whether the service has rejected it. */
  readonly isRejected: boolean
}

/** The parts of an exchange that affect the token. */
export interface TokenNews {
  readonly operation: Operation
  /** The token sent with the request. */
  readonly sent: string | undefined
  readonly response: ReceivedResponse
  /** The error code of the response. */
  readonly code: string | undefined
  readonly now: number
}

/** Returns the token for later requests. Any response, including an error, may contain a new token that replaces the old one. */
export function keepToken(
  session: TryItSession,
  kept: KeptToken | undefined,
  news: TokenNews,
): KeptToken | undefined {
  const { operation, sent, response, now } = news
  const token = findHeader(response, session.tokenHeader)
  if (token === undefined) {
    const isRejected = kept !== undefined && sent === kept.token && rejectsToken(session, news)
    return isRejected ? { ...kept, isRejected } : kept
  }
  const seconds = Number(findHeader(response, session.expiresInHeader ?? '') ?? Number.NaN)
  const identity = session.identity === undefined ? '' : toText(readExpression(session.identity, response)[0])
  const takesToken = operation.security.some(({ schemes }) =>
    schemes.some(({ name }) => name === session.scheme),
  )
  return {
    token: token.replace(/^Bearer /i, ''),
    expiresAt: Number.isFinite(seconds) ? now + seconds * 1000 : undefined,
    identity: identity !== '' ? identity : takesToken ? kept?.identity : undefined,
    isRejected: false,
  }
}

/** Whether there is a token that is neither rejected nor expired. */
export function isUsable(kept: KeptToken | undefined, now: number): boolean {
  return kept !== undefined && !kept.isRejected && (kept.expiresAt ?? Infinity) > now
}

/** Describes the session in one sentence: the user, the last characters of the token, and its remaining lifetime. */
export function describeSession(kept: KeptToken | undefined, now: number): string {
  if (kept === undefined) return 'No session yet.'
  const subject = kept.identity === undefined ? 'Anonymous session' : `Signed in as ${kept.identity}`
  const token = `token ${mask}${kept.token.slice(-4)}`
  if (kept.isRejected) return `${subject}, ${token}: rejected by the service. Open a new session.`
  if (kept.expiresAt === undefined) return `${subject}, ${token}.`
  const life = toRemainingLife(kept.expiresAt, now)
  return life === 'expired'
    ? `${subject}, ${token}: expired. Open a new session.`
    : `${subject}, ${token}, ${life} left.`
}

function rejectsToken({ rejected }: TryItSession, { response, code }: TokenNews): boolean {
  if (response.status === 401) return true
  return (
    rejected !== undefined &&
    response.status === rejected.status &&
    (code ?? '').startsWith(rejected.codePrefix)
  )
}

function findHeader({ headers }: ReceivedResponse, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1]
}

/** Formats the remaining lifetime: `59 min`, `42 s`, or `expired`. */
function toRemainingLife(expiresAt: number, now: number): string {
  const seconds = Math.floor((expiresAt - now) / 1000)
  if (seconds <= 0) return 'expired'
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
}

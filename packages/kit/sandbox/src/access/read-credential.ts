import { textOf } from '../http/call.ts'
import type { SecurityScheme } from '@contract-kit/openapi'

/** The parts of a request that may hold credentials. */
export interface Sent {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Path and query as sent. */
  readonly target: string
}

/** A well-formed credential. */
export interface Presented {
  /** The key, the token, or `user:password`. */
  readonly value: string
  /** The user of Basic. */
  readonly user?: string
  readonly claims?: Claims
}

/** The claims of a JSON Web Token (RFC 7519, 4.1.2; RFC 8693, 4.2). A sandbox does not verify signatures. */
interface Claims {
  readonly subject?: string
  readonly scopes?: readonly string[]
}

/** Reads the credential of a scheme; undefined if the request has none. */
export function readCredential(scheme: SecurityScheme, sent: Sent): Presented | 'malformed' | undefined {
  if (scheme.type === 'apiKey') return readKey(scheme, sent)
  const header = textOf(sent.headers['authorization'])
  if (header === undefined || header.trim() === '') return undefined
  const [, word = '', rest = ''] = /^\s*(\S+) +(.*?)\s*$/s.exec(header) ?? []
  const wanted = scheme.type === 'http' ? (scheme.scheme ?? 'bearer') : 'bearer'
  if (word.toLowerCase() !== wanted || rest === '') return 'malformed'
  if (wanted === 'basic') return readBasic(rest)
  if (wanted !== 'bearer') return { value: rest }
  return readToken(rest)
}

/** A bearer token (RFC 6750, 2.1). */
function readToken(token: string): Presented | 'malformed' {
  if (!/^[\w.~+/-]+=*$/.test(token)) return 'malformed'
  const claims = readClaims(token)
  return { value: token, ...(claims && { claims }) }
}

/** User and password in Base64 (RFC 7617, 2). */
function readBasic(text: string): Presented | 'malformed' {
  if (!/^[\w+/-]+=*$/.test(text)) return 'malformed'
  const value = Buffer.from(text, 'base64').toString('utf8')
  const end = value.indexOf(':')
  // Neither part may hold control characters, and invalid UTF-8 is not valid Base64 text.
  if (end < 1 || /\p{Cc}|\uFFFD/u.test(value)) return 'malformed'
  return { value, user: value.slice(0, end) }
}

function readKey(
  { in: place, parameterName = '' }: SecurityScheme,
  { headers, target }: Sent,
): Presented | 'malformed' | undefined {
  if (place === 'query') {
    const start = target.indexOf('?')
    const values = start === -1 ? [] : new URLSearchParams(target.slice(start + 1)).getAll(parameterName)
    if (values.length > 1) return 'malformed'
    return toKey(values[0])
  }
  if (place === 'cookie') return toKey(cookieOf(textOf(headers['cookie']), parameterName))
  const name = parameterName.toLowerCase()
  const value = textOf(headers[name])?.trim()
  if (name !== 'authorization' || value === undefined) return toKey(value)
  // If a document declares a key in Authorization, clients prefix it with a scheme word.
  return toKey(value.replace(/^(?:bearer|token|apikey|key)\s+/i, ''))
}

const toKey = (value: string | undefined): Presented | undefined =>
  value === undefined || value === '' ? undefined : { value }

/** A cookie by its name (RFC 6265, 4.2). */
function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const end = pair.indexOf('=')
    if (pair.slice(0, end).trim() !== name) continue
    const value = pair
      .slice(end + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1')
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  return undefined
}

function readClaims(token: string): Claims | undefined {
  const [, payload] = token.split('.', 3)
  if (payload === undefined || !token.startsWith('eyJ')) return undefined
  try {
    const { sub, scope, scp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<
      string,
      unknown
    >
    const given = scope ?? scp
    const scopes =
      typeof given === 'string' ? given.split(' ') : Array.isArray(given) ? given.map(String) : undefined
    return { ...(typeof sub === 'string' && { subject: sub }), ...(scopes && { scopes }) }
  } catch {
    return undefined
  }
}

import { randomBytes } from 'node:crypto'
import { isObject, own, type Json } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { judgeHeader } from '@contract-kit/openapi/wire'
import { wordsOf } from '@contract-kit/resources/words'
import { exampleOf } from '../values/fit.ts'
import type { Call, Input, Reply } from '../http/call.ts'
import type { Credentials } from './credentials.ts'

/** Property names that hold a credential issued to the caller. */
const tokenNames = new Set([
  'token',
  'accesstoken',
  'sessiontoken',
  'authtoken',
  'bearertoken',
  'authenticationtoken',
  'idtoken',
  'jwt',
  'apikey',
  'sessionid',
])

/** Property names that identify the user at login. */
const userNames = new Set([
  'username',
  'user',
  'login',
  'email',
  'userid',
  'clientid',
  'accountid',
  'phone',
  'phonenumber',
])

/** Whether a property holds a credential issued to the caller. */
export const isTokenName = (name: string): boolean => tokenNames.has(wordsOf(name).join(''))

/**
 * Replaces the example token in a login response with a new one, because two callers must not share a session. `accepts` reports whether
 * the document allows the changed body.
 */
export function renewTokens(call: Call, reply: Reply, accepts: (body: Json) => boolean): Reply {
  const { status, body } = reply
  if (call.method !== 'POST' || status < 200 || status > 299 || !isObject(body)) return reply
  const renewed = renew(body, 0)
  return renewed === body || !accepts(renewed) ? reply : { ...reply, body: renewed }
}

function renew(value: Json, depth: number): Json {
  if (!isObject(value) || depth > 2) return value
  const entries = Object.entries(value).map(([name, part]): [string, Json] => {
    if (typeof part === 'string' && isTokenName(name)) return [name, renewToken(part)]
    return [name, renew(part, depth + 1)]
  })
  const isSame = entries.every(([name, part]) => part === value[name])
  return isSame ? value : Object.fromEntries(entries)
}

/** Returns a token of the same length. In a JSON Web Token only the signature changes, so the claims stay readable. */
function renewToken(token: string): string {
  const kept =
    /^eyJ[\w-]*\.[\w-]*\./.exec(token)?.[0] ?? /^[a-z]{2,8}_(?:[a-z]{2,8}_)?/i.exec(token)?.[0] ?? ''
  const length = Math.max(16, token.length - kept.length)
  return kept + randomBytes(length).toString('base64url').replaceAll(/[_-]/g, 'x').slice(0, length)
}

/** Adds the documented session cookie, with a new value, to a login response. */
export function withCookie(document: ApiDocument, operation: ApiOperation, reply: Reply): Reply {
  const header = operation.responses
    .get(String(reply.status))
    ?.headers.find(({ name }) => name.toLowerCase() === 'set-cookie')
  if (header === undefined || operation.method !== 'POST' || reply.status > 299) return reply
  const scheme = [...document.securitySchemes.values()].find((one) => one.in === 'cookie')
  const shown = header.examples[0]?.value ?? (header.schema && exampleOf(header.schema))
  const example =
    typeof shown === 'string' && /^[^=;]+=/.test(shown)
      ? shown
      : `${scheme?.parameterName ?? 'session'}=; Path=/; HttpOnly; SameSite=Lax`
  const cookie = example.replace(/=([^;]*)/, (_all, value: string) => `=${renewToken(value)}`)
  if (judgeHeader(header, cookie).length > 0) return reply
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } }
}

/** Accepts from now on the tokens that a successful POST returns in its body or a cookie. */
export function issueTokens(credentials: Credentials, input: Input, call: Call, reply: Reply): void {
  if (call.method !== 'POST' || reply.status < 200 || reply.status > 299) return
  const { body, headers = {} } = reply
  // A text chosen by the caller is not a credential.
  const chosen = new Set(tokensIn(input.body, 0))
  const tokens = [...tokensIn(body, 0), ...cookiesIn(headers['set-cookie'])].filter((one) => !chosen.has(one))
  if (tokens.length === 0) return
  const user = userIn(input.body)
  for (const token of tokens) credentials.issue(token, user, call.identity)
}

/** The tokens in a body, including those in an envelope such as `data`. */
function tokensIn(value: unknown, depth: number): readonly string[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (typeof part === 'string') return isTokenName(name) && part !== '' ? [part] : []
    return depth < 2 ? tokensIn(part, depth + 1) : []
  })
}

const cookiesIn = (header: string | undefined): readonly string[] => {
  const [, value] = /^[^=;]+=([^;]*)/.exec(header ?? '') ?? []
  return value === undefined || value === '' ? [] : [value]
}

function userIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined
  const name = Object.keys(body).find((one) => userNames.has(wordsOf(one).join('')))
  const value = name === undefined ? undefined : own(body, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

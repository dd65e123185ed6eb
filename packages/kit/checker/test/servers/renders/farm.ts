import { jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { RendersDeviation } from './deviations.ts'
import type { Fault } from './rules.ts'
import type { Store } from './store.ts'

/** Path of the farm, below which all others are. */
export const basePath = '/farm/v1'

/** The context of a handler. */
export interface Farm {
  readonly store: Store
  /** Whether the server deviates in this point. */
  readonly on: (deviation: RendersDeviation) => boolean
}

/** Scope of a token. */
export type Scope = 'renders:read' | 'renders:write'

/** The caller. */
export interface Caller {
  readonly account: string
  readonly scopes: readonly Scope[]
}

/** A request of somebody known to a path that is there. */
export interface Call {
  readonly request: ServerRequest
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly caller: Caller
}

/** Does one operation. */
export type Handler = (call: Call, farm: Farm) => Reply

const titles: Readonly<Record<number, string>> = {
  400: 'The request is wrong',
  401: 'Say who is calling',
  403: 'The credentials do not allow it',
  404: 'There is nothing here',
  405: 'The method is not allowed here',
  406: 'None of the accepted media types can be given',
  409: 'The state does not allow it',
  412: 'The precondition does not hold',
  413: 'The body is too large',
  415: 'The media type of the body is not taken here',
  422: 'The idempotency key was used for another request',
  501: 'The method is not known',
}

/** An error as a problem document (RFC 9457). */
export const problem = (status: number, detail?: string, errors?: readonly Fault[]): Reply =>
  jsonReply(
    status,
    { type: 'about:blank', title: titles[status] ?? 'The request failed', status, detail, errors },
    'application/problem+json',
  )

/** Ends a request: it was not done. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reply: Reply

  constructor(
    status: number,
    detail?: string,
    {
      errors,
      headers = {},
    }: {
      readonly errors?: readonly Fault[]
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(detail ?? titles[status] ?? '')
    this.reply = withHeaders(problem(status, detail, errors), headers)
  }
}

interface Token extends Caller {
  readonly isExpired?: boolean
}

const everything: readonly Scope[] = ['renders:read', 'renders:write']

const tokens: Readonly<Record<string, Token>> = {
  'north-Full-7f3a': { account: 'north', scopes: everything },
  'north-Read-19c2': { account: 'north', scopes: ['renders:read'] },
  'north-Late-55d0': { account: 'north', scopes: everything, isExpired: true },
  'south-Full-a01e': { account: 'south', scopes: everything },
}

const keys: Readonly<Record<string, Caller>> = {
  'farm-key-north-31': { account: 'north', scopes: everything },
}

const callerByToken = ({ headers, query }: ServerRequest, id: string, { on }: Farm): Caller | undefined => {
  const form =
    on('any-scheme-carries-a-token') && id === 'deleteWebhook' ? /^\S+ +(\S+)$/ : /^bearer +(\S+)$/i
  const isQueryRead = on('token-in-the-query-works') && id === 'getRender'
  const sent =
    form.exec(headers.get('authorization') ?? '')?.[1] ??
    (isQueryRead ? new URLSearchParams(query).get('access_token') : null)
  if (sent === null) return undefined
  const isCaseless = on('tokens-in-any-case') && id === 'getScene'
  const found = Object.entries(tokens).find(
    ([token]) => token === sent || (isCaseless && token.toLowerCase() === sent.toLowerCase()),
  )?.[1]
  const isExpired = found?.isExpired === true && !(on('expired-tokens-work') && id === 'putNotes')
  return isExpired ? undefined : found
}

const callerByKey = ({ headers }: ServerRequest, id: string, { on }: Farm): Caller | undefined => {
  const sent = headers.get('x-farm-key')
  const isOverlooked = on('keys-list-no-scenes') && id === 'listScenes'
  if (sent === null || sent === '' || isOverlooked) return undefined
  const isPrefix = (key: string): boolean =>
    on('key-prefix-suffices') && id === 'startRender' && key.startsWith(sent)
  const isLonger = (key: string): boolean =>
    on('key-with-more-behind-works') && id === 'getWebhook' && sent.startsWith(key)
  return Object.entries(keys).find(([key]) => key === sent || isPrefix(key) || isLonger(key))?.[1]
}

/** The caller, by bearer token or by key; ends the request if there is none or the scope is missing. */
export const readCaller = (
  request: ServerRequest,
  { id, scope }: { readonly id: string; readonly scope: Scope },
  farm: Farm,
): Caller => {
  const { on } = farm
  const caller = callerByToken(request, id, farm) ?? callerByKey(request, id, farm)
  if (caller === undefined) {
    if (on('events-ask-nobody') && id === 'streamEvents') return { account: 'north', scopes: everything }
    const error = request.headers.has('authorization') ? ', error="invalid_token"' : ''
    throw new Refusal(401, undefined, {
      headers: { 'www-authenticate': `Bearer realm="farm"${error}` },
    })
  }
  const isWithoutScope = on('readers-may-cancel') && id === 'cancelRender'
  if (!caller.scopes.includes(scope) && !isWithoutScope) {
    if (on('readers-find-nothing-to-write') && /^\/(scenes|webhooks)\//.test(request.path))
      throw new Refusal(404)
    throw new Refusal(403, `The scope ${scope} is needed.`)
  }
  return caller
}

/** Ends the request with the response to what is not there, or is somebody else's. */
export const refuseUnknown = (isOfOther: boolean, { on }: Farm): never => {
  throw new Refusal(isOfOther && on('what-is-others-is-forbidden') ? 403 : 404)
}

/** The day and time of a text of format `date-time` in milliseconds; a leap second counts as the one before. */
export const timeOf = (text: string): number => Date.parse(text.toUpperCase().replace(/:60(?=[.Z+-])/, ':59'))

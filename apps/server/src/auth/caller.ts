import { isIP } from 'node:net'
import type { ReportLimit, Store } from '@giftcards/marketplace'
import { operationOf } from '@contract-kit/express'
import type { Request, RequestHandler, Response } from 'express'
import type { RateLimit } from '../limits.ts'
import { localsOf } from '../observe/locals.ts'
import type { PartnerCaller } from '../operations/operation.ts'
import { ApiError, sessionWithoutApp, tokenRefused, unauthorized } from '../wire/api-error.ts'
import { limitReporter } from '../wire/rate-limit-headers.ts'
import { type TokenService, tokenHeaders, type VerifiedToken } from './tokens.ts'

/** `User-Agent` must be present (spec 5, 7). */
export const requireUserAgent: RequestHandler = (request, _response, next) => {
  if ((request.get('user-agent') ?? '').trim() === '') throw unauthorized('missing_user_agent')
  next()
}

/** The parts that identify a caller. */
export interface CallerParts {
  readonly tokens: TokenService
  readonly store: Pick<Store, 'findAccess'>
  /** Counts refused credentials by the address of the caller (decision: refused credentials). */
  readonly refusals: RateLimit
  /** Asked once the application is known, before its token is judged; what it throws is the response. */
  readonly beforeToken?: (request: Request, takesToken: boolean) => void
}

/** Refusals that guess at credentials; a caller who sends none, or an old token, does not. */
const refusedCodes: ReadonlySet<string> = new Set(['unknown_app', 'token_invalid'])

/**
 * Identifies the caller: an enabled application and its own unexpired token, unless the contract says `x-access: none` (spec 5, 7).
 * Leaves the caller on `response.locals.caller`. If a token is about to expire, the headers of every response carry a new one.
 */
export function requireCaller(parts: CallerParts): RequestHandler {
  const { tokens, refusals } = parts
  return async (request, response, next) => {
    const takesToken = operationOf(response)?.object['x-access'] !== 'none'
    const ip = clientAddress(request)
    const reportLimit = limitReporter(response)
    // Node has removed blanks around a value. Any other space is part of it (RFC 9110, 5.5).
    const appId = request.get('x-cc-app') ?? ''
    if (appId.trim() === '') throw takesToken ? unauthorized('missing_app') : sessionWithoutApp()
    try {
      const { caller, token } = await identify(
        request,
        response,
        { appId, ip, reportLimit, takesToken },
        parts,
      )
      localsOf(response).caller = caller
      // The old token lives on (spec 5).
      if (token !== undefined && tokens.isToRefresh(token))
        response.set(tokenHeaders(await tokens.issue(token)))
    } catch (error) {
      if (error instanceof ApiError && refusedCodes.has(error.code)) await refusals.count(ip, reportLimit)
      throw error
    }
    next()
  }
}

/** What is known of a caller before its token is judged. */
interface KnownCaller {
  readonly appId: string
  readonly ip: string
  readonly reportLimit: ReportLimit
}

async function identify(
  request: Request,
  response: Response,
  { takesToken, ...known }: KnownCaller & { readonly takesToken: boolean },
  { tokens, store, beforeToken }: CallerParts,
): Promise<{ readonly caller: PartnerCaller; readonly token?: VerifiedToken }> {
  const { appId } = known
  const sent = takesToken ? (request.get('authorization') ?? '') : ''
  const token = await readToken(tokens, sent, appId)
  // One query of the store, which also returns the time. The checks keep their order.
  const access = await store.findAccess(appId, token?.login?.customerId ?? null)
  if (!access.appIsEnabled) throw unauthorized('unknown_app')
  // The application is known from here on: the request log shows it, even if the request is refused later.
  localsOf(response).caller = known
  beforeToken?.(request, takesToken)
  if (!takesToken) return { caller: { ...known, sessionId: '', customerId: null } }
  if (sent.trim() === '') throw tokenRefused('token_missing')
  if (token === undefined) throw tokenRefused('token_invalid')
  if (tokens.isExpired(token)) throw tokenRefused('token_expired')
  const { sessionId, login } = token
  if (login !== null) {
    // A token outlives neither its customer nor the account's being disabled, nor the end of all sessions.
    if (!access.customerIsEnabled) throw tokenRefused('token_invalid')
    if (login.generation !== access.tokenGeneration) throw tokenRefused('token_expired')
  }
  return { caller: { ...known, sessionId, customerId: login?.customerId ?? null }, token }
}

async function readToken(
  tokens: TokenService,
  authorization: string,
  appId: string,
): Promise<VerifiedToken | undefined> {
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization) ?? []
  return token === undefined ? undefined : tokens.identify(token, appId)
}

/** Limits the requests of an application and its session. */
export function limitRate(limit: RateLimit): RequestHandler {
  return async (_request, response, next) => {
    const { appId, sessionId, ip, reportLimit } = localsOf(response).caller as PartnerCaller
    await limit.count(`${appId}/${sessionId || ip}`, reportLimit)
    next()
  }
}

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

/**
 * The address of the caller: the peer of the connection, unless it is a trusted proxy. Then it is the nearest address of
 * `X-Forwarded-For` that is not a trusted proxy. The proxy's own address stays if it names no address, or names the machine
 * that it runs on.
 */
export function clientAddress(request: Request): string {
  const peer = request.socket.remoteAddress ?? ''
  const named = request.ip ?? ''
  const isForeignLoopback = loopback.test(named) && !loopback.test(peer)
  return isIP(named) === 0 || isForeignLoopback ? peer : named
}

/** True for a request of a program on this machine. A forwarded request counts only if its proxies are trusted and name this machine. */
export function isFromThisMachine(request: Request): boolean {
  const isForwarded = Object.keys(request.headers).some((name) => forwardedHeader.test(name))
  const trustsProxies = (request.app.get('trust proxy') as readonly string[]).length > 0
  const named = request.ip ?? ''
  const isLocal = loopback.test(request.socket.remoteAddress ?? '')
  return isLocal && (!isForwarded || (trustsProxies && isIP(named) !== 0 && loopback.test(named)))
}

const forwardedHeader = /^(?:x-forwarded-.*|forwarded|x-real-ip)$/

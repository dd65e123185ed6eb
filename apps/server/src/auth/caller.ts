import type { Caller, ReportLimit, Store } from '@giftcards/marketplace'
import { operationOf } from '@contract-kit/express'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { RateLimit, WorkLimit } from '../limits.ts'
import { localsOf } from '../observe/locals.ts'
import {
  ApiError,
  bearerExpected,
  bearerHint,
  sessionWithoutApp,
  tokenRefused,
  unauthorized,
} from '../wire/api-error.ts'
import { limitReporter } from '../wire/rate-limit-headers.ts'
import { type TokenService, tokenHeaders, type VerifiedToken } from './tokens.ts'

/** The caller of an operation: the app and session of the token, and its customer after login. */
export interface PartnerCaller extends Caller {
  readonly appId: string
  /** Writes a limit to the headers of the response. */
  readonly reportLimit: ReportLimit
}

/** The unverified claims of a request about its caller. */
interface Claim {
  readonly appId: string
  readonly ip: string
  readonly reportLimit: ReportLimit
  /** Whether the operation requires a token. */
  readonly takesToken: boolean
  /** The token without `Bearer`; undefined if it is missing or malformed. */
  readonly token: string | undefined
  /** Whether the request has an `Authorization` header that is not blank. */
  readonly hasToken: boolean
}

interface CallerLocals {
  claim: Claim
  caller: PartnerCaller
}

const callerLocalsOf = (response: Response): CallerLocals => response.locals as CallerLocals

/** The caller that `requireCaller` has identified. */
export const callerOf = (response: Response): PartnerCaller => callerLocalsOf(response).caller

/** `User-Agent` must be present (spec 5, 7). */
export const requireUserAgent: RequestHandler = (request, _response, next) => {
  if ((request.get('user-agent') ?? '').trim() === '') throw unauthorized('missing_user_agent')
  next()
}

/** `x-cc-app` must be present (spec 5, 7). Reads the claims of the request about its caller. */
export const requireApp: RequestHandler = (request, response, next) => {
  const takesToken = operationOf(response)?.object['x-access'] !== 'none'
  // Node trims spaces and tabs around a value. Any other whitespace is part of it (RFC 9110, 5.5).
  const appId = request.get('x-cc-app') ?? ''
  if (appId.trim() === '') throw takesToken ? unauthorized('missing_app') : sessionWithoutApp()
  const sent = takesToken ? (request.get('authorization') ?? '') : ''
  const [, token] = /^Bearer +(\S+) *$/i.exec(sent) ?? []
  const { address: ip } = localsOf(response)
  const reportLimit = limitReporter(response)
  callerLocalsOf(response).claim = { appId, ip, reportLimit, takesToken, token, hasToken: sent.trim() !== '' }
  next()
}

/** Limits the requests of an application and an address, before credentials are verified. */
export function limitAddress(limit: RateLimit): RequestHandler {
  return async (_request, response, next) => {
    const { appId, ip, reportLimit } = callerLocalsOf(response).claim
    await limit.count(`${appId}/${ip}`, reportLimit)
    next()
  }
}

/** The parts that identify a caller. */
export interface CallerParts {
  readonly tokens: TokenService
  readonly store: Pick<Store, 'findAccess'>
  /** Counts refused credentials by the address of the caller (decision: refused credentials). */
  readonly refusals: RateLimit
  readonly work: Pick<WorkLimit, 'run'>
  /** Called once the application is known, before its token is verified. An error that it throws is the response. */
  readonly beforeToken?: (request: Request, takesToken: boolean) => void
}

/** The most known applications in memory; the least recently used one is dropped. */
const rememberedApps = 1000

/** Refusals that count as guesses at credentials. Missing credentials and expired tokens do not count. */
const refusedCodes: ReadonlySet<string> = new Set(['unknown_app', 'token_invalid'])

/**
 * Guards that identify the caller: an enabled application and its own unexpired token, unless the contract says `x-access: none`
 * (spec 5, 7). An address that has used up its refused credentials gets 429 before any signature is verified and before any
 * query, unless this server knows the credentials: a token that it has issued or verified, or, without a token, an application
 * that it serves.
 */
export function createCallerGuards({ tokens, store, refusals, work, beforeToken }: CallerParts): {
  readonly limitRefusals: RequestHandler
  readonly requireCaller: RequestHandler
} {
  const servedApps = new LRUCache<string, true>({ max: rememberedApps })

  async function identify(request: Request, response: Response): Promise<VerifiedToken | undefined> {
    const { takesToken, token: sent, hasToken, ...known } = callerLocalsOf(response).claim
    const { appId } = known
    const token = sent === undefined ? undefined : await tokens.identify(sent, appId)
    // One query of the store, which also returns the time. The checks keep their order.
    const access = await store.findAccess(appId, token?.login?.customerId ?? null)
    if (!access.appIsEnabled) throw unauthorized('unknown_app')
    servedApps.set(appId, true)
    // The application is known now, so the request log shows it even if the request is refused later.
    callerLocalsOf(response).caller = { ...known, sessionId: '', customerId: null }
    beforeToken?.(request, takesToken)
    if (!takesToken) return undefined
    if (!hasToken) throw tokenRefused('token_missing')
    if (sent === undefined) {
      localsOf(response).hint = bearerHint
      throw bearerExpected()
    }
    if (token === undefined) throw tokenRefused('token_invalid')
    if (tokens.isExpired(token)) throw tokenRefused('token_expired')
    const { sessionId, login } = token
    if (login !== null) {
      // A token ends when its customer is missing or disabled, or when all sessions were ended.
      if (!access.customerIsEnabled) throw tokenRefused('token_invalid')
      if (login.generation !== access.tokenGeneration) throw tokenRefused('token_expired')
    }
    callerLocalsOf(response).caller = { ...known, sessionId, customerId: login?.customerId ?? null }
    return token
  }

  return {
    async limitRefusals(_request, response, next) {
      const { appId, ip, reportLimit, token, hasToken } = callerLocalsOf(response).claim
      const isKnown = hasToken ? token !== undefined && tokens.isKnown(token, appId) : servedApps.has(appId)
      if (!isKnown) await refusals.check(ip, reportLimit)
      next()
    },

    /** Sets the caller for `callerOf`. If a token is about to expire, the headers of every response carry a new one. */
    async requireCaller(request, response, next) {
      const { appId, ip, reportLimit } = callerLocalsOf(response).claim
      try {
        const token = await work.run(ip, () => identify(request, response))
        // The old token stays valid (spec 5).
        if (token !== undefined && tokens.isToRefresh(token))
          response.set(tokenHeaders(await tokens.issue(token)))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'unknown_app') servedApps.delete(appId)
        if (error instanceof ApiError && refusedCodes.has(error.code)) await refusals.count(ip, reportLimit)
        throw error
      }
      next()
    },
  }
}

/** Limits the requests of an application and its session. */
export function limitRate(limit: RateLimit): RequestHandler {
  return async (_request, response, next) => {
    const { appId, sessionId, ip, reportLimit } = callerOf(response)
    await limit.count(`${appId}/${sessionId || ip}`, reportLimit)
    next()
  }
}

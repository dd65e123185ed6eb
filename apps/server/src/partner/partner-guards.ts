import type { Store } from '@giftcards/marketplace'
import type { Guard, GuardVerdict } from '@contract-kit/express'
import type { PartnerCaller } from '../operations/operation.ts'
import type { TokenService } from '../security/token-service.ts'
import type { VerifiedToken } from '../security/token-subject.ts'
import { sessionWithoutApp, tokenMissing, unauthorized } from './partner-failures.ts'

/** `User-Agent` must be present (spec 5, 7). */
export const requireUserAgent: Guard<PartnerCaller> = (facts) =>
  (facts.header('user-agent') ?? '').trim() === ''
    ? { failure: unauthorized('missing_user_agent') }
    : undefined

/** Who calls: an enabled application, and for every operation but session creation its own unexpired token (spec 5, 7). */
export function requireCaller(options: {
  readonly tokens: TokenService
  readonly store: Store
  /** Asked once the application is known, before its token is judged. */
  readonly beforeToken?: Guard<PartnerCaller>
}): Guard<PartnerCaller> {
  const { tokens, store, beforeToken } = options
  return async (facts, known) => {
    // Blanks around a value are gone by now; any other space is part of it (RFC 9110 5.5).
    const appId = facts.header('x-cc-app') ?? ''
    const isSession = facts.operationId === 'createSession'
    if (appId.trim() === '') return { failure: isSession ? sessionWithoutApp : unauthorized('missing_app') }
    const sent = isSession ? '' : (facts.header('authorization') ?? '')
    const token = await identify(tokens, sent, appId)
    // One question to the store, whose answer also says what time it is; the verdicts keep their order.
    const access = await store.findAccess(appId, token?.customerId ?? null)
    if (!access.appIsEnabled) return { failure: unauthorized('unknown_app') }
    const caller = { appId, ip: facts.ip }
    const before = await beforeToken?.(facts, { ...known, ...caller })
    if (before !== undefined) return { caller, ...before }
    if (isSession) return { caller: { ...caller, sessionId: '', customerId: null, tokenExpiresAt: 0 } }
    const refuse = (code: Parameters<typeof tokenMissing>[0]): GuardVerdict<PartnerCaller> => ({
      caller,
      failure: tokenMissing(code),
    })
    if (sent.trim() === '') return refuse('token_missing')
    if (token === undefined) return refuse('token_invalid')
    if (tokens.isExpired(token)) return refuse('token_expired')
    // A token outlives neither its customer nor the account's being disabled.
    if (token.customerId !== null && !access.customerIsEnabled) return refuse('token_invalid')
    const { sessionId, customerId, expiresAt } = token
    return { caller: { ...caller, sessionId, customerId, tokenExpiresAt: expiresAt } }
  }
}

async function identify(
  tokens: TokenService,
  authorization: string,
  appId: string,
): Promise<VerifiedToken | undefined> {
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization) ?? []
  return token === undefined ? undefined : tokens.identify(token, appId)
}

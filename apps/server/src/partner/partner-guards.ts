import type { Store } from '@giftcards/marketplace'
import type { Guard } from '../http/index.ts'
import type { PartnerCaller } from '../operations/operation.ts'
import type { TokenService } from '../security/token-service.ts'
import { sessionWithoutApp, tokenMissing, unauthorized } from './partner-failures.ts'

/** `User-Agent` must be present (spec 5, 7). */
export const requireUserAgent: Guard<PartnerCaller> = (facts) =>
  (facts.header('user-agent') ?? '').trim() === ''
    ? { failure: unauthorized('missing_user_agent') }
    : undefined

/** `x-cc-app` must name an enabled application (spec 5, 7). */
export function requireApp(store: Store): Guard<PartnerCaller> {
  return async (facts) => {
    // Blanks around a value are gone by now; any other space is part of it (RFC 9110 5.5).
    const appId = facts.header('x-cc-app') ?? ''
    if (appId.trim() === '') {
      const isSession = facts.operationId === 'createSession'
      return { failure: isSession ? sessionWithoutApp : unauthorized('missing_app') }
    }
    const app = await store.read((tx) => tx.findApp(appId))
    return app?.isEnabled === true ? { caller: { appId } } : { failure: unauthorized('unknown_app') }
  }
}

/** Every operation but session creation takes the app's own unexpired token (spec 5). */
export function requireToken(tokens: TokenService, store: Store): Guard<PartnerCaller> {
  return async (facts, { appId = '' }) => {
    if (facts.operationId === 'createSession') {
      return { caller: { sessionId: '', ip: facts.ip, customerId: null, tokenExpiresAt: 0 } }
    }
    const sent = facts.header('authorization')
    if (sent === undefined || sent.trim() === '') return { failure: tokenMissing('token_missing') }
    const [, token] = /^Bearer +(\S+) *$/i.exec(sent) ?? []
    const verdict = token === undefined ? undefined : await tokens.verify(token, appId)
    if (verdict?.kind !== 'valid') {
      return { failure: tokenMissing(verdict?.kind === 'expired' ? 'token_expired' : 'token_invalid') }
    }
    const { sessionId, customerId, expiresAt } = verdict
    if (customerId !== null && !(await isEnabled(store, customerId)))
      return { failure: tokenMissing('token_invalid') }
    return { caller: { sessionId, ip: facts.ip, customerId, tokenExpiresAt: expiresAt } }
  }
}

/** A token outlives neither its customer nor the account's being disabled. */
async function isEnabled(store: Store, customerId: number): Promise<boolean> {
  const customer = await store.read((tx) => tx.findCustomer(customerId))
  return customer?.isDisabled === false
}

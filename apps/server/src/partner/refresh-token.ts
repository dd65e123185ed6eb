import type { Clock } from '@giftcards/marketplace'
import type { PartnerCaller } from '../operations/operation.ts'
import { tokenHeaders } from '../security/token-headers.ts'
import type { TokenService } from '../security/token-service.ts'

/** How long before its expiry a token is refreshed (spec 5, rule 3). */
export const refreshWindowMs = 300_000

/** Headers with a new token when the caller's is about to expire; none otherwise. The old one lives on (spec 5). */
export async function refreshToken(
  tokens: TokenService,
  clock: Clock,
  { appId, sessionId, customerId, tokenExpiresAt }: Readonly<Partial<PartnerCaller>>,
): Promise<Record<string, string>> {
  if (appId === undefined || !sessionId || customerId === undefined || !tokenExpiresAt) return {}
  const left = tokenExpiresAt - clock.now()
  if (left <= 0 || left > refreshWindowMs) return {}
  return tokenHeaders(await tokens.issue({ appId, sessionId, customerId }))
}

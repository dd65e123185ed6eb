import { tokenHeaders } from '../auth/tokens.ts'
import type { Operation } from './operation.ts'

/** Opens an anonymous session for a partner application (spec 4.2, 5). */
export const createSession: Operation<'createSession'> = async (_input, { caller, marketplace, tokens }) => {
  const sessionId = marketplace.ids.next('session')
  const issued = await tokens.issue({ appId: caller.appId, sessionId, login: null })
  return {
    status: 200,
    body: {
      access_token: issued.token,
      expiresInSeconds: issued.expiresInSeconds,
      sessionId,
      renderAssets: true,
    },
    headers: tokenHeaders(issued),
  }
}

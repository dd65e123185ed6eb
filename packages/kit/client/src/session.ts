import type { Middleware } from 'openapi-fetch'
import { type Call, callOf } from './call.ts'
import { ClientError, SessionError } from './errors.ts'

/** The call, as a session sees it. The same object is passed at each step of the call. */
export interface SessionCall {
  readonly operationId: string
  /** The input of the method; `undefined` for a call of the raw client. */
  readonly input: unknown
  readonly signal: AbortSignal | undefined
}

/** How a client identifies itself: a fixed key, a token that is fetched, a login. */
export interface Session {
  /** Sets credentials on the headers of a request. May open a session first; must reject when the signal aborts. */
  authorize(headers: Headers, call: SessionCall): void | Promise<void>
  /**
   * Sees each response before the call continues: the place to keep a new token. Returns `rejected` if the server
   * rejected the credentials and did nothing. Returns `retry` if `authorize` then has others: the request is sent once
   * more. `mayRetry` is false for that second response.
   */
  accept?(response: Response, call: SessionCall, mayRetry: boolean): SessionVerdict | Promise<SessionVerdict>
}

/** The verdict of a session on a response; undefined if it was accepted. */
export type SessionVerdict = 'retry' | 'rejected' | undefined

/** A session that sends a bearer token. The function is called for each call: `bearer(() => token)`. */
export function bearer(getToken: () => string | Promise<string>): Session {
  return {
    authorize: async (headers) => headers.set('authorization', `Bearer ${await getToken()}`),
  }
}

/** The session as middleware of openapi-fetch. */
export function sessionMiddleware(session: Session): Middleware {
  const authorize = (request: Request, call: Call): Promise<void> =>
    guard(call, () => session.authorize(request.headers, call))

  return {
    onRequest: ({ request }) => authorize(request, callOf(request)),
    async onResponse({ options, request, response }) {
      const call = callOf(request)
      const accept = (received: Response, mayRetry: boolean): Promise<SessionVerdict> =>
        guard(call, () => session.accept?.(received, call, mayRetry))
      let verdict = await accept(response, true)
      if (verdict === undefined) return undefined
      let latest = response
      if (verdict === 'retry') {
        await authorize(request, call)
        latest = await options.fetch(request)
        verdict = await accept(latest, false)
      }
      call.isUnauthorized = verdict !== undefined
      return latest
    },
  }
}

const describe = (reason: unknown): string =>
  reason instanceof ClientError ? reason.message : reason instanceof Error ? reason.name : 'unknown reason'

/** Converts a failure of the session to an error of the call, with its idempotency key. */
async function guard<Value>(call: Call, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (reason) {
    if (call.signal.aborted && reason === call.signal.reason) throw reason
    const retryable = reason instanceof ClientError && reason.retryable
    throw new SessionError(`no session (${describe(reason)})`, call.errorFacts(retryable, reason))
  }
}

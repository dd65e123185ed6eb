import {
  createApiClient,
  createQueue,
  type Session,
  type SessionCall,
  type SessionEvent,
} from '@contract-kit/client'
import { operations, type PartnerMethods } from './generated/api.ts'
import type { Credentials, PartnerClientOptions } from './options.ts'
import { checkToken, createMemoryTokenStore, isNewerToken, readTokenClaims } from './token.ts'

/** The token of a request, and the number of its session. */
interface SessionToken {
  readonly token: string
  readonly session: number
}

/** A session that is being opened, and the number of calls that wait for it. */
interface Opening {
  readonly token: Promise<SessionToken>
  readonly controller: AbortController
  waiting: number
}

/**
 * Keeps one session alive for all calls of a client (section 5). Parallel first calls open one session. If the service rejects
 * the token, the call is sent once more in a new session. If the customer cannot be logged in again, the call rejects: the client
 * must not silently continue as anonymous.
 */
export function createPartnerSession(
  options: PartnerClientOptions,
  sendIdentity: (headers: Headers) => void,
  log: ((event: SessionEvent) => unknown) | undefined,
): Session {
  const { tokenStore: store = createMemoryTokenStore(), credentials, rememberLogin = true } = options
  // A token must not be read while another is written.
  const inTurn = createQueue()
  const tokens = new WeakMap<SessionCall, SessionToken>()
  let held = credentials
  let isCustomer = false
  let session = 0
  let opening: Opening | undefined
  let storeFailure: { readonly reason: unknown } | undefined

  /** Stores the token of a session that was opened or logged in. */
  function storeNewSession(operationId: string, token: string, asCustomer: boolean): Promise<SessionToken> {
    return inTurn(async () => {
      await store.set(token)
      isCustomer = asCustomer
      log?.({ kind: 'session', operationId })
      return { token, session: ++session }
    })
  }

  /** Opens a session that other calls do not use yet, logs in if there are credentials, and returns the token. */
  async function open(customer: Credentials | undefined, signal: AbortSignal | undefined): Promise<string> {
    let token: string | undefined
    const client = createApiClient<PartnerMethods, Record<string, never>>(operations, {
      ...options,
      session: {
        authorize(headers) {
          sendIdentity(headers)
          if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
        },
        accept(response) {
          if (response.ok) token = response.headers.get('authorization') ?? token
          return undefined
        },
      },
    })
    const { access_token: inBody } = await client.createSession({ signal })
    // Browsers hide the header unless CORS exposes it.
    token ??= inBody
    if (customer) await client.login({ customer }, { signal })
    if (!token) throw new TypeError('The response has no session token')
    return token
  }

  async function openForAll(signal: AbortSignal): Promise<SessionToken> {
    const customer = held
    const token = await open(customer, signal)
    return storeNewSession(customer ? 'login' : 'createSession', token, customer !== undefined)
  }

  /** The token of a session that is being opened. When the last waiting call is aborted, the opening is aborted too. */
  async function joinOpening(mine: Opening, signal: AbortSignal | undefined): Promise<SessionToken> {
    mine.waiting++
    let hasLeft = false
    const leave = (): void => {
      if (hasLeft) return
      hasLeft = true
      mine.waiting--
      if (mine.waiting > 0) return
      mine.controller.abort()
      if (opening === mine) opening = undefined
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await mine.token
    } finally {
      signal?.removeEventListener('abort', leave)
      leave()
    }
  }

  /** Returns a token other than the lost one; `undefined` if that requires a session that must not be opened. */
  async function acquire(
    call: SessionCall,
    mayOpen: boolean,
    lost?: SessionToken,
  ): Promise<SessionToken | undefined> {
    if (!opening) {
      const token = await inTurn(async () => store.get())
      // Another call may have started to open a session meanwhile.
      if (!opening && token && token !== lost?.token) return { token, session }
    }
    if (!opening && !mayOpen) {
      if (call.operationId !== 'login') return undefined
      // A login must not depend on stored credentials, which may be outdated.
      return { token: await open(undefined, call.signal), session: NaN }
    }
    if (!opening) {
      call.signal?.throwIfAborted()
      const controller = new AbortController()
      opening = { token: openForAll(controller.signal), controller, waiting: 0 }
    }
    return joinOpening(opening, call.signal)
  }

  /** Stores the token of a response, unless it belongs to an earlier session or is older than the stored one. */
  async function keep(operationId: string, current: SessionToken, token: string): Promise<void> {
    try {
      await inTurn(async () => {
        if (current.session !== session || !isNewerToken(token, (await store.get()) ?? '')) return
        await store.set(token)
        log?.({ kind: 'session', operationId })
      })
    } catch (reason) {
      // A failing store must not reject this response; the next call rejects instead.
      storeFailure = { reason }
    }
  }

  return {
    async authorize(headers, call) {
      sendIdentity(headers)
      if (call.operationId === 'createSession') return
      if (storeFailure) {
        const { reason } = storeFailure
        storeFailure = undefined
        throw reason
      }
      const current = tokens.get(call) ?? (await acquire(call, call.operationId !== 'login' || !held))
      if (current === undefined) return
      tokens.set(call, current)
      headers.set('authorization', `Bearer ${checkToken(current.token)}`)
    },

    async accept(response, call, mayRetry) {
      const { operationId } = call
      const current = tokens.get(call)
      if (response.ok && (operationId === 'createSession' || operationId === 'login')) {
        // The login succeeded, so the input has an email and a password.
        const { customer } = Object(operationId === 'login' ? call.input : undefined) as {
          customer?: Credentials
        }
        const token = await readToken(response)
        if (token === undefined) return undefined
        await storeNewSession(operationId, token, operationId === 'login')
        held = customer ? (rememberLogin ? { ...customer } : undefined) : credentials
        return undefined
      }
      const token = response.headers.get('authorization')
      if (current && token) await keep(operationId, current, token)
      if (!current || !isTokenRejected(response)) return undefined
      if (!mayRetry) return 'rejected'
      const wasCustomer = isCustomer || readTokenClaims(current.token).sub !== undefined
      const mayOpen = operationId === 'login' ? !(wasCustomer || held) : !wasCustomer || held !== undefined
      const next = await acquire(call, mayOpen, current)
      if (next === undefined) return 'rejected'
      tokens.set(call, next)
      return 'retry'
    },
  }
}

/** Whether the service rejected the token of a request; the request then had no effect (section 5). */
const isTokenRejected = ({ headers, status }: Response): boolean =>
  status === 400 && headers.get('x-error-code')?.startsWith('token_') === true

/**
 * The token of a createSession or login response, in its header or body (section 2.1). `undefined` if the body is not JSON: then the call
 * rejects the response itself.
 */
async function readToken(response: Response): Promise<string | undefined> {
  const inHeader = response.headers.get('authorization')
  if (inHeader) return inHeader
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (body === undefined) return undefined
  const { access_token: token } = Object(body) as { access_token?: unknown }
  if (typeof token === 'string') return token
  throw new TypeError('The response has no session token')
}

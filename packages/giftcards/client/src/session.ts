import { createApiClient, type Session, type SessionCall, type SessionEvent } from '@contract-kit/client'
import { operations, type PartnerMethods } from './generated/api.ts'
import type { Credentials, PartnerClientOptions } from './options.ts'
import { checkToken, createMemoryTokenStore, isNewerToken, readTokenClaims } from './token.ts'

/** A token that requests are sent with, and the session it belongs to. */
interface Lease {
  readonly token: string
  readonly session: number
}

/** A session that is being opened, while a call waits for it. */
interface Opening {
  readonly lease: Promise<Lease>
  readonly controller: AbortController
  waiting: number
}

/**
 * Keeps one session alive for all calls of a client (section 5). It is opened on first use, once for parallel calls.
 * Where the service rejects the token, the call is sent once more in a new session. But a customer who cannot be logged in
 * again gets the rejection: the client must not go on anonymously without anybody knowing.
 */
export function createPartnerSession(
  options: PartnerClientOptions,
  sendIdentity: (headers: Headers) => void,
  log: ((event: SessionEvent) => unknown) | undefined,
): Session {
  const { tokenStore: store = createMemoryTokenStore(), credentials, rememberLogin = true } = options
  const inTurn = createStoreQueue()
  const leases = new WeakMap<SessionCall, Lease>()
  let held = credentials
  let isCustomer = false
  let session = 0
  let opening: Opening | undefined
  let storeFailure: { readonly reason: unknown } | undefined

  /** Stores the token of a session that was opened or logged in. */
  function adopt(operationId: string, token: string, asCustomer: boolean): Promise<Lease> {
    return inTurn(async () => {
      await store.set(token)
      isCustomer = asCustomer
      log?.({ kind: 'session', operationId })
      return { token, session: ++session }
    })
  }

  /** Opens a session that no other call sees, and logs in where there is a customer; gives its token. */
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
    // A browser may not see the header.
    token ??= inBody
    if (customer) await client.login({ customer }, { signal })
    if (!token) throw new TypeError('The response has no session token')
    return token
  }

  async function openForAll(signal: AbortSignal): Promise<Lease> {
    const customer = held
    const token = await open(customer, signal)
    return adopt(customer ? 'login' : 'createSession', token, customer !== undefined)
  }

  /** The lease of a session that is being opened. When the last call leaves, the opening is given up. */
  async function leaseOf(mine: Opening, signal: AbortSignal | undefined): Promise<Lease> {
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
      return await mine.lease
    } finally {
      signal?.removeEventListener('abort', leave)
      leave()
    }
  }

  /** A lease other than the lost one. None where that takes a session that must not be opened. */
  async function acquire(call: SessionCall, mayOpen: boolean, lost?: Lease): Promise<Lease | undefined> {
    if (!opening) {
      const token = await inTurn(async () => store.get())
      // Another call may have begun to open a session meanwhile.
      if (!opening && token && token !== lost?.token) return { token, session }
    }
    if (!opening && !mayOpen) {
      if (call.operationId !== 'login') return undefined
      // A login must not depend on credentials that may be wrong by now.
      return { token: await open(undefined, call.signal), session: NaN }
    }
    if (!opening) {
      call.signal?.throwIfAborted()
      const controller = new AbortController()
      opening = { lease: openForAll(controller.signal), controller, waiting: 0 }
    }
    return leaseOf(opening, call.signal)
  }

  /** Stores the token that a response brought, unless it is of an earlier session or older than the stored one. */
  async function keep(operationId: string, lease: Lease, token: string): Promise<void> {
    try {
      await inTurn(async () => {
        if (lease.session !== session || !isNewerToken(token, (await store.get()) ?? '')) return
        await store.set(token)
        log?.({ kind: 'session', operationId })
      })
    } catch (reason) {
      // The response must not be lost with the store: the next call is.
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
      const lease = leases.get(call) ?? (await acquire(call, call.operationId !== 'login' || !held))
      if (lease === undefined) return
      leases.set(call, lease)
      headers.set('authorization', `Bearer ${checkToken(lease.token)}`)
    },

    async accept(response, call, mayRetry) {
      const { operationId } = call
      const lease = leases.get(call)
      if (response.ok && (operationId === 'createSession' || operationId === 'login')) {
        // The service has let this customer in, so the input of the call has an email and a password.
        const { customer } = Object(operationId === 'login' ? call.input : undefined) as {
          customer?: Credentials
        }
        await adopt(operationId, await readToken(response), operationId === 'login')
        held = customer ? (rememberLogin ? { ...customer } : undefined) : credentials
        return undefined
      }
      const token = response.headers.get('authorization')
      if (lease && token) await keep(operationId, lease, token)
      if (!lease || !isTokenRejected(response)) return undefined
      if (!mayRetry) return 'rejected'
      const wasCustomer = isCustomer || readTokenClaims(lease.token).sub !== undefined
      const mayOpen = operationId === 'login' ? !(wasCustomer || held) : !wasCustomer || held !== undefined
      const next = await acquire(call, mayOpen, lease)
      if (next === undefined) return 'rejected'
      leases.set(call, next)
      return 'retry'
    },
  }
}

/** Whether the service did not take the token of a request; then it did nothing else either (section 5). */
const isTokenRejected = ({ headers, status }: Response): boolean =>
  status === 400 && headers.get('x-error-code')?.startsWith('token_') === true

/** The token of a createSession or login response, in its header or body (section 2.1). */
async function readToken(response: Response): Promise<string> {
  const inHeader = response.headers.get('authorization')
  if (inHeader) return inHeader
  const body: unknown = await response.clone().json()
  const { access_token: token } = Object(body) as { access_token?: unknown }
  if (typeof token === 'string') return token
  throw new TypeError('The response has no session token')
}

/** Runs one access to the store at a time: a token must not be read while another is written. */
function createStoreQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

import { operationRows } from '../generated/operations.ts'
import type { RawAnswer } from './client-call.ts'
import type { Credentials, PartnerClientOptions } from './client-options.ts'
import { createQueue, isPromise } from './create-queue.ts'
import type { Sender } from './create-sender.ts'
import { isNewerToken } from './is-newer-token.ts'
import { isTokenRefusal } from './is-token-refusal.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import { readTokenClaims } from './read-token-claims.ts'
import { tokenOf } from './token-of.ts'
import type { Log } from './to-logger.ts'
import { createMemoryTokenStore } from './token-store.ts'
import { untilAborted } from './until-aborted.ts'

/** A token to send a request with, and which session it belongs to. */
interface Lease {
  readonly token: string
  readonly session: number
}

type Found = Lease | undefined | Promise<Lease | undefined>

/** A session that is being opened, for as long as somebody waits for it. */
interface Opening {
  readonly lease: Promise<Lease>
  readonly controller: AbortController
  waiting: number
}

/**
 * A sender that keeps one session alive for all calls of a client (section 5). The session is opened when it is first
 * needed, once for calls in parallel. Where the service refuses the token, the call is sent once more in a new one;
 * but where a customer was logged in and nobody can log in again, the refusal is the answer: nobody is to go on as
 * a stranger without knowing it.
 */
export function createSession(
  { tokenStore: store = createMemoryTokenStore(), credentials, rememberLogin = true }: PartnerClientOptions,
  send: Sender,
  log: Log,
): Sender {
  const inTurn = createQueue()
  const readStore = (): ReturnType<typeof store.get> => store.get()
  let held = credentials
  let isCustomer = false
  let session = 0
  let opening: Opening | undefined
  let failure: (() => never) | undefined

  /** Takes the session that createSession or login has made. */
  async function adopt(operationId: string, answer: RawAnswer, customer?: Credentials): Promise<Lease> {
    const token = tokenOf(operationId, answer)
    return inTurn(async () => {
      await store.set(token)
      isCustomer = !!customer
      log?.({ kind: 'session', operationId })
      return { token, session: ++session }
    })
  }

  /** Takes the session that a call of the caller's has made, and what it is to be opened with again. */
  async function enter({ operationId, input }: OutgoingCall, answer: Promise<RawAnswer>): Promise<RawAnswer> {
    const entered = await answer
    // A service that let a customer in was given an email and a password.
    const customer = input['customer'] as Credentials | undefined
    await adopt(operationId, entered, customer)
    held = customer ? (rememberLogin ? { ...customer } : undefined) : credentials
    return entered
  }

  const begin = (
    operationId: 'createSession' | 'login',
    signal: AbortSignal | undefined,
    input = {},
    token?: string,
  ): Promise<RawAnswer> =>
    send({ operationId, row: operationRows[operationId], input, options: { signal }, token })

  async function open(signal: AbortSignal): Promise<Lease> {
    const customer = held
    const answer = await begin('createSession', signal)
    if (!customer) return adopt('createSession', answer)
    const token = tokenOf('createSession', answer)
    return adopt('login', await begin('login', signal, { customer }, token), customer)
  }

  /** A stranger's session that nobody else gets to see: for a login, which must not depend on an earlier one. */
  async function openAside(signal: AbortSignal | undefined): Promise<Lease> {
    return { token: tokenOf('createSession', await begin('createSession', signal)), session: NaN }
  }

  /** The lease of a session that is being opened. The last to leave gives it up: done with, or too late for all. */
  async function leaseOf(mine: Opening, signal: AbortSignal | undefined): Promise<Lease> {
    mine.waiting++
    try {
      return await untilAborted(mine.lease, signal)
    } finally {
      if (!--mine.waiting) {
        mine.controller.abort()
        opening = undefined
      }
    }
  }

  /** A lease other than the one that was lost; none where that takes a session that must not be opened. */
  function acquire(
    { operationId, options: { signal } }: OutgoingCall,
    mayOpen: boolean,
    lost?: Lease,
  ): Found {
    const decide = (token?: string | null): Found => {
      // Another call may have begun to open a session while the store was read.
      if (!opening) {
        if (token && token !== lost?.token) return { token, session }
        if (!mayOpen) return operationId === 'login' ? openAside(signal) : undefined
        signal?.throwIfAborted()
        const controller = new AbortController()
        opening = { lease: open(controller.signal), controller, waiting: 0 }
      }
      return leaseOf(opening, signal)
    }
    const token = opening ? undefined : inTurn(readStore)
    return isPromise(token) ? token.then(decide) : decide(token)
  }

  /** Stores the token that an answer brought, unless it is of an earlier session or older than the stored one. */
  async function keep(operationId: string, lease: Lease, token: string): Promise<void> {
    try {
      await inTurn(async () => {
        if (lease.session !== session || !isNewerToken(token, (await store.get()) ?? '')) return
        await store.set(token)
        log?.({ kind: 'session', operationId })
      })
    } catch (error) {
      // What the service answered is not to be lost with the store: the next call is.
      failure = () => {
        failure = undefined
        throw error
      }
    }
  }

  /** Sends a call in a session, and keeps what token its answer brings. */
  function sendIn(lease: Lease, call: OutgoingCall): Promise<RawAnswer> {
    const { operationId } = call
    const isLogin = operationId === 'login'
    const answer = send({
      ...call,
      token: lease.token,
      onAnswer: (status, headers) => {
        const token = headers.get('authorization')
        return token && !(isLogin && status < 300) ? keep(operationId, lease, token) : undefined
      },
    })
    return isLogin ? enter(call, answer) : answer
  }

  /** The same once more, in another session, where the service has refused the token; else the error stands. */
  async function sendAnew(lost: Lease, call: OutgoingCall, error: unknown): Promise<RawAnswer> {
    if (!isTokenRefusal(error)) throw error
    const wasCustomer = isCustomer || readTokenClaims(lost.token).sub !== undefined
    const isLogin = call.operationId === 'login'
    const lease = await acquire(call, isLogin ? !(wasCustomer || held) : !wasCustomer || !!held, lost)
    if (!lease) throw error
    return sendIn(lease, call)
  }

  // No async function: where the token is at hand, as nearly always, a call is to go out at once.
  return (call) => {
    const { operationId } = call
    if (operationId === 'createSession') return enter(call, send(call))
    const sendWith = (lease: Lease | undefined): Promise<RawAnswer> =>
      sendIn(lease!, call).catch((error) => sendAnew(lease!, call, error))
    try {
      failure?.()
      // There is one: a login that must not open a session has one aside.
      const lease = acquire(call, operationId !== 'login' || !held)
      return isPromise(lease) ? lease.then(sendWith) : sendWith(lease)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

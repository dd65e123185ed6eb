import { operationRows } from '../generated/operations.ts'
import type { RawAnswer } from './client-call.ts'
import type { Credentials, PartnerClientOptions } from './client-options.ts'
import { createQueue, isPromise } from './create-queue.ts'
import type { Sender } from './create-sender.ts'
import { isNewerToken } from './is-newer-token.ts'
import { isTokenRefusal } from './is-token-refusal.ts'
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
  let held = credentials
  let isCustomer = false
  let session = 0
  let opening: Opening | undefined
  let failure: readonly [unknown] | undefined

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

  /** A lease other than the one that was lost; `undefined` where that takes a session that must not be opened. */
  function acquire(
    signal: AbortSignal | undefined,
    lost?: Lease,
    mayOpen = true,
  ): Lease | undefined | Promise<Lease | undefined> {
    const decide = (token?: string | null): ReturnType<typeof acquire> => {
      // Another call may have begun to open a session while the store was read.
      if (!opening) {
        if (token && token !== lost?.token) return { token, session }
        if (!mayOpen) return undefined
        signal?.throwIfAborted()
        const controller = new AbortController()
        opening = { lease: open(controller.signal), controller, waiting: 0 }
      }
      return leaseOf(opening, signal)
    }
    const token = opening ? undefined : inTurn(() => store.get())
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
      failure = [error]
    }
  }

  return async (call) => {
    const { operationId, input } = call
    const { signal } = call.options
    const isLogin = operationId === 'login'
    if (operationId === 'createSession') {
      const answer = await send(call)
      await adopt(operationId, answer)
      held = credentials
      return answer
    }
    if (failure) {
      const [error] = failure
      failure = undefined
      throw error
    }

    function sendWith(lease: Lease): Promise<RawAnswer> {
      const answer = send({
        ...call,
        token: lease.token,
        onAnswer: (status, headers) => {
          const token = headers.get('authorization')
          return token && !(isLogin && status < 300) ? keep(operationId, lease, token) : undefined
        },
      })
      if (!isLogin) return answer
      return answer.then(async (entered) => {
        // A service that let a customer in was given an email and a password.
        const customer = input['customer'] as Credentials
        await adopt(operationId, entered, customer)
        held = rememberLogin ? { ...customer } : undefined
        return entered
      })
    }

    const found = acquire(signal, undefined, !isLogin || !held)
    const lease = (isPromise(found) ? await found : found) ?? (await openAside(signal))
    try {
      return await sendWith(lease)
    } catch (error) {
      if (!isTokenRefusal(error)) throw error
      const wasCustomer = isCustomer || readTokenClaims(lease.token).sub !== undefined
      const renewed = await acquire(signal, lease, isLogin ? !wasCustomer && !held : !wasCustomer || !!held)
      if (!renewed && !isLogin) throw error
      return sendWith(renewed ?? (await openAside(signal)))
    }
  }
}

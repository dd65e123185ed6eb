import { describe, expect, it, vi } from 'vitest'
import { bearer, ConnectionError, type Session, SessionError } from '../src/index.ts'
import { failureOf, inTurn, lose, problem, startClient } from './scripted.ts'

/** Creates a session with tokens t1, t2, …: a new one whenever a server has rejected the last. */
function countingSession(): Session {
  let count = 1
  return {
    authorize: (headers) => headers.set('authorization', `t${count}`),
    accept: ({ status }) => {
      if (status !== 401) return undefined
      count++
      return 'retry'
    },
  }
}

const unauthorized = () => problem(401, 'Unauthorized')
const tokensOf = (requests: readonly { readonly headers: Headers }[]) =>
  requests.map(({ headers }) => headers.get('authorization'))

describe('session', () => {
  it('sets credentials of each request', async () => {
    const { client, requests } = startClient(undefined, { session: bearer(async () => 'token') })
    await client.getStatus()
    expect(tokensOf(requests)).toEqual(['Bearer token'])
  })

  it('sends the same request once more with other credentials', async () => {
    const { client, requests } = startClient(inTurn(unauthorized), { session: countingSession() })
    await client.lendBook({ title: 'Emma' }, { idempotencyKey: 'k' })
    expect(requests.map(({ text, headers }) => [text, headers.get('idempotency-key')])).toEqual(
      Array.from({ length: 2 }, () => ['{"title":"Emma"}', 'k']),
    )
    expect(tokensOf(requests)).toEqual(['t1', 't2'])
  })

  it('sends nothing a third time', async () => {
    const { client, requests } = startClient(unauthorized, { session: countingSession() })
    expect(await failureOf(client.addBook({}))).toMatchObject({ status: 401, retryable: false })
    expect(requests).toHaveLength(2)
  })

  it('may have no other credentials', async () => {
    const session: Session = { authorize: () => undefined, accept: () => 'rejected' }
    const { client, requests } = startClient(inTurn(lose, unauthorized), {
      session,
      retry: { baseDelayMs: 0 },
    })
    // The rejection of the second attempt does not show whether the first was processed.
    expect(await failureOf(client.lendBook({}))).toMatchObject({ status: 401, outcomeUnknown: true })
    expect(requests).toHaveLength(2)
  })

  it('knows operation and input of a call', async () => {
    const authorize = vi.fn<Session['authorize']>()
    const { client } = startClient(undefined, { session: { authorize } })
    await client.getBook({ 'book-id': 'a' })
    expect(authorize.mock.calls[0]?.[1]).toMatchObject({ operationId: 'getBook', input: { 'book-id': 'a' } })
  })

  it('that cannot be opened fails the call that needs it', async () => {
    const cause = new ConnectionError('no response (ECONNRESET)', {
      operationId: 'openSession',
      retryable: true,
      outcomeUnknown: false,
    })
    const session: Session = { authorize: () => Promise.reject(cause) }
    const { client, requests } = startClient(undefined, { session })
    const error = await failureOf(client.lendBook({}, { idempotencyKey: 'k' }))
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({
      message: 'lendBook: no session (openSession: no response (ECONNRESET))',
      operationId: 'lendBook',
      idempotencyKey: 'k',
      retryable: true,
      outcomeUnknown: false,
      cause,
    })
    expect(requests).toHaveLength(0)
  })

  it('that is lost after a lost response leaves the outcome open', async () => {
    let isLost = false
    const session: Session = {
      authorize: () => (isLost ? Promise.reject(new Error('wrong password')) : undefined),
      accept: ({ status }) => {
        isLost = status === 401
        return isLost ? 'retry' : undefined
      },
    }
    const { client } = startClient(inTurn(lose, unauthorized), { session, retry: { baseDelayMs: 0 } })
    const error = await failureOf(client.lendBook({}, { idempotencyKey: 'k' }))
    const told = { name: 'SessionError', idempotencyKey: 'k', outcomeUnknown: true, retryable: false }
    expect(error).toMatchObject(told)
  })

  it('ends with the signal of its call', async () => {
    const { client } = startClient(undefined, { session: { authorize: () => new Promise(() => undefined) } })
    const controller = new AbortController()
    const failure = failureOf(client.getStatus({ signal: controller.signal }))
    controller.abort()
    expect(await failure).toMatchObject({ name: 'AbortError' })
  })
})

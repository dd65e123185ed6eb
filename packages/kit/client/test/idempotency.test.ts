import { afterEach, describe, expect, it, vi } from 'vitest'
import { failureOf, inTurn, lose, never, problem, startClient } from './scripted.ts'

afterEach(() => void vi.unstubAllGlobals())

const keysOf = (requests: readonly { readonly headers: Headers }[]) =>
  requests.map(({ headers }) => headers.get('idempotency-key'))

const throwing = () => {
  throw new Error('no network')
}

describe('idempotencyKey', () => {
  it('is the one that is passed', async () => {
    const { client, requests } = startClient(inTurn(lose), { retry: { baseDelayMs: 0 } })
    await client.lendBook({}, { idempotencyKey: 'loan-1' })
    expect(keysOf(requests)).toEqual(['loan-1', 'loan-1'])
  })

  it('is a new random one for each call', async () => {
    const { client, requests } = startClient()
    await client.lendBook({})
    await client.lendBook({})
    expect(new Set(keysOf(requests)).size).toBe(2)
  })

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('rejects %j without a request', async (idempotencyKey) => {
    const { client, requests } = startClient()
    await client.lendBook({})
    const error = await failureOf(client.lendBook({}, { idempotencyKey }))
    expect(error).toMatchObject({ name: 'InputError', operationId: 'lendBook', outcomeUnknown: false })
    expect(requests).toHaveLength(1)
  })

  it('is made up where a program without types passes null', async () => {
    const { client, requests } = startClient()
    await client.lendBook({}, { idempotencyKey: null } as unknown as { idempotencyKey: string })
    expect(keysOf(requests)[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is not sent by other operations', async () => {
    const { client, requests } = startClient()
    await client.addBook({}, { idempotencyKey: 'k' } as object)
    expect(keysOf(requests)).toEqual([null])
  })

  it('is a UUID without randomUUID, as in pages without HTTPS', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { client, requests } = startClient()
    await client.lendBook({})
    expect(keysOf(requests)[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  })

  it('is asked for by a rejected promise without crypto', async () => {
    vi.stubGlobal('crypto', undefined)
    const { client, requests } = startClient()
    const error = await failureOf(client.lendBook({}))
    expect(error).toMatchObject({
      name: 'InputError',
      message: expect.stringContaining('pass an idempotencyKey'),
    })
    await client.lendBook({}, { idempotencyKey: 'k' })
    expect(keysOf(requests)).toEqual(['k'])
  })

  it.each([
    ['a page', () => new Response('<html>', { status: 500 })],
    ['half a success', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
    ['a fetch that throws at once', throwing],
  ])('is in the error after %s', async (_name, fate) => {
    const { client, requests } = startClient(fate, { retry: { attempts: 2, baseDelayMs: 0 } })
    const error = await failureOf(client.lendBook({}))
    expect(error).toMatchObject({ operationId: 'lendBook', idempotencyKey: keysOf(requests)[0] })
  })
})

describe('sequential', () => {
  it('sends one call after another', async () => {
    const first = Promise.withResolvers<Response>()
    const { client, requests } = startClient(
      inTurn(() => first.promise),
      { sequential: ['lendBook'] },
    )
    const calls = [client.lendBook({ title: 'a' }), client.lendBook({ title: 'b' })]
    await expect.poll(() => requests).toHaveLength(1)
    await client.getStatus()
    expect(requests.map(({ path }) => path)).toEqual(['/loans', '/status'])
    first.resolve(Response.json({}))
    await Promise.all(calls)
    expect(requests).toHaveLength(3)
  })

  it('goes on after a call that failed', async () => {
    const { client } = startClient(
      inTurn(() => problem(400, 'No')),
      { sequential: ['lendBook'] },
    )
    const outcomes = await Promise.allSettled([client.lendBook({}), client.lendBook({})])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('lets an aborted call leave, with its key', async () => {
    const { client, requests } = startClient(inTurn(never), { sequential: ['lendBook'] })
    const first = new AbortController()
    const second = new AbortController()
    const calls = [
      failureOf(client.lendBook({}, { idempotencyKey: 'one', signal: first.signal })),
      failureOf(client.lendBook({}, { idempotencyKey: 'two', signal: second.signal })),
      client.lendBook({}, { idempotencyKey: 'three' }),
    ]
    await expect.poll(() => requests).toHaveLength(1)
    second.abort()
    expect(await calls[1]).toMatchObject({ idempotencyKey: 'two', outcomeUnknown: false, retryable: true })
    first.abort()
    expect(await calls[0]).toMatchObject({ idempotencyKey: 'one', outcomeUnknown: true })
    await calls[2]
    expect(keysOf(requests)).toEqual(['one', 'three'])
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  ApiError,
  ClientError,
  type ClientOptions,
  ConnectionError,
  readProblem,
  UnexpectedResponseError,
} from '../src/index.ts'
import { busy, failureOf, inTurn, limited, lose, problem, type Script, startClient } from './scripted.ts'

/** Returns the error of a call whose only request gets this response. */
function errorOf(
  respond: () => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
): Promise<unknown> {
  const { client } = startClient(respond, { retry: false, ...options })
  return failureOf(client.getBook({ 'book-id': 'a' }, { requestId: 'mine' }))
}

const page = (text: string, status = 502) =>
  new Response(text, { status, headers: { 'content-type': 'text/html' } })

describe('ApiError', () => {
  it('tells all that the server said', async () => {
    const error = await errorOf(() =>
      Response.json(
        { type: 'https://library.test/limits', title: 'Too Many Requests', detail: 'Only 5 a minute' },
        {
          status: 429,
          headers: {
            'content-type': 'application/problem+json',
            'retry-after': '60',
            'x-request-id': 'theirs',
            authorization: 'secret',
          },
        },
      ),
    )
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'getBook: 429 https://library.test/limits: Only 5 a minute',
      operationId: 'getBook',
      requestId: 'theirs',
      retryable: true,
      outcomeUnknown: false,
      status: 429,
      code: 'https://library.test/limits',
      messages: ['Only 5 a minute'],
      contentType: 'application/problem+json',
      retryAfterSeconds: 60,
    })
    const { headers } = error as ApiError
    expect((error as ApiError).json()).toMatchObject({ title: 'Too Many Requests' })
    expect([headers.get('retry-after'), headers.get('authorization')]).toEqual(['60', null])
  })

  it('is read as the client is told', async () => {
    const error = await errorOf(() => Response.json({ oops: ['a', 'b'] }, { status: 418 }), {
      readError: (body) => ({ code: 'teapot', messages: (body as { oops: string[] }).oops }),
    })
    expect(error).toMatchObject({
      code: 'teapot',
      messages: ['a', 'b'],
      message: 'getBook: 418 teapot: a; b',
    })
  })

  it('is written as JSON with its message', async () => {
    const error = await errorOf(() => problem(404, 'No such book'))
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ApiError',
      message: 'getBook: 404: No such book',
      operationId: 'getBook',
      requestId: 'mine',
      retryable: false,
      outcomeUnknown: false,
      status: 404,
      messages: ['No such book'],
      contentType: 'application/problem+json',
    })
  })
})

describe('UnexpectedResponseError', () => {
  it.each([
    ['a page instead of a success', 200, () => page('<html>', 200)],
    ['an empty success', 204, () => new Response(null, { status: 204 })],
    ['a text as a success', 200, () => Response.json('done')],
    ['half a success', 200, () => new Response('{"a":', { headers: { 'content-type': 'application/json' } })],
    ['a redirect', 302, () => new Response('', { status: 302, headers: { location: '/' } })],
    ['a page instead of an error', 404, () => page('<html>', 404)],
    ['an error of another shape', 400, () => Response.json(['no'], { status: 400 })],
  ])('is %s', async (_name, status, respond) => {
    const error = await errorOf(respond)
    expect(error).toBeInstanceOf(UnexpectedResponseError)
    expect(error).toMatchObject({ operationId: 'getBook', status, requestId: 'mine', retryable: false })
  })

  it('shows media type, pause and the plain words of a page', async () => {
    const error = await errorOf(
      () =>
        new Response('<html><style>a{}</style><h1>502 Bad Gateway</h1> key=s3cr3t ok</html>', {
          status: 502,
          headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '7' },
        }),
    )
    expect(error).toMatchObject({
      message: 'getBook: unexpected response with status 502 (text/html; charset=utf-8)',
      contentType: 'text/html; charset=utf-8',
      excerpt: '502 Bad Gateway **** ok',
      retryAfterSeconds: 7,
      retryable: true,
    })
  })

  it('shows nothing of JSON', async () => {
    const error = await errorOf(() => Response.json(['4111', 'pin'], { status: 500 }))
    expect(error).toMatchObject({ excerpt: '' })
  })
})

describe('ConnectionError', () => {
  it.each([
    ['ECONNRESET', { code: 'ECONNRESET' }],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }],
    ['UND_ERR_SOCKET', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })],
    ['TypeError', undefined],
  ])('names the reason of the runtime: %s', async (code, cause) => {
    const error = await errorOf(() => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause })))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ requestId: 'mine', message: `getBook: no response (${code})` })
  })

  it('keeps the messages of its causes', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
    const error = (await errorOf(() => Promise.reject(new TypeError('fetch failed', { cause })))) as Error
    expect(error.cause).toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:1' },
    })
  })

  it('knows that nothing reached a server that is gone', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const { client } = startClient(undefined, {
      fetch: undefined,
      baseUrl: `http://127.0.0.1:${port}`,
      retry: false,
    })
    const error = await failureOf(client.addBook({}))
    expect(error).toMatchObject({
      message: 'addBook: no response (ECONNREFUSED)',
      retryable: true,
      outcomeUnknown: false,
    })
  })
})

const gone = () => problem(404, 'Gone')
const fail = () => Promise.reject(new Error('no'))

describe('outcomeUnknown', () => {
  type Client = ReturnType<typeof startClient>['client']
  const lend = (client: Client) => client.lendBook({})
  const remove = (client: Client) => client.removeBook({ 'book-id': 'a' })
  const session = { authorize: () => undefined, accept: fail }

  it.each<[string, (client: Client) => Promise<unknown>, Script, boolean, Partial<ClientOptions>?]>([
    ['stays after a rejection that says nothing of it', lend, inTurn(lose, () => limited('99')), true],
    ['stays after a lost response', lend, inTurn(lose, busy, busy), true],
    ['ends with a rejection of its key', lend, inTurn(lose, () => problem(400, 'No')), false],
    ['stays after a rejection without a key', remove, inTurn(lose, gone), true],
    ['is false of a call that only reads', (client) => client.getStatus(), lose, false],
    ['is true where a hook fails after a success', lend, inTurn(), true, { onResponse: fail }],
    ['is true where the session fails after a success', lend, inTurn(), true, { session }],
  ])('%s', async (_name, call, script, outcomeUnknown, options) => {
    const { client, requests } = startClient(script, { retry: { baseDelayMs: 0 }, ...options })
    const error = await failureOf(call(client))
    expect(error).toMatchObject({ outcomeUnknown })
    const key = requests[0]?.headers.get('idempotency-key') ?? undefined
    expect((error as ClientError).idempotencyKey).toBe(key)
  })
})

describe('an error', () => {
  it('of a hook is the cause, and is not retried', async () => {
    const failure = new Error('tracer is gone')
    const { client, requests } = startClient(undefined, {
      onRequest: () => {
        throw failure
      },
    })
    const error = await failureOf(client.lendBook({}))
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ cause: failure, idempotencyKey: expect.any(String), outcomeUnknown: false })
    expect(requests).toHaveLength(0)
  })

  it('shows no secret of the request that it came from', async () => {
    const secrets = ['swordfish', 'the-token', 'the-api-key']
    const { client } = startClient(
      ({ text, headers }) => {
        const shown = `${text} ${[...headers].join(' ')}`
        return Promise.reject(
          Object.assign(new Error(shown, { cause: new Error(shown) }), { request: headers }),
        )
      },
      {
        headers: { 'x-api-key': 'the-api-key' },
        session: { authorize: (headers) => headers.set('authorization', 'Bearer the-token') },
        retry: false,
      },
    )
    const error = await failureOf(client.lendBook({ title: 'Emma of me', password: 'swordfish' }))
    const text = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)
    expect([...secrets, 'Emma of me'].filter((secret) => text.includes(secret))).toEqual([])
  })

  it('shows no secret that a server repeats', async () => {
    const { client } = startClient(
      ({ text, headers }) =>
        Response.json(
          { title: `${text} ${headers.get('authorization')}`, code: 'x', nested: [{ a: `is swordfish` }] },
          {
            status: 400,
            headers: { 'x-request-id': `${headers.get('authorization')}`, 'x-echo': 'swordfish' },
          },
        ),
      { session: { authorize: (headers) => headers.set('authorization', 'Bearer the-token') } },
    )
    const error = await failureOf(client.lendBook({ password: 'swordfish' }))
    const text = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)
    expect(text).toContain('Bearer ****')
    expect(['swordfish', 'the-token'].filter((secret) => text.includes(secret))).toEqual([])
  })
})

describe('readProblem', () => {
  it.each([
    [{ title: 'No' }, undefined, 'No'],
    [{ title: 'No', detail: 'Not you' }, undefined, 'Not you'],
    [{ type: 'about:blank', title: 'No' }, undefined, 'No'],
    [{ type: 'urn:x', code: 'no', title: 'No' }, 'no', 'No'],
    [{ code: 'no', message: 'No' }, 'no', 'No'],
  ])('reads %o as code %s and message %s', (body, code, message) => {
    expect(readProblem(body, new Headers(), 400)).toEqual({ code, messages: [message] })
  })

  it.each([{}, [], undefined, 'No'])('reads nothing of %o', (body) => {
    expect(readProblem(body, new Headers(), 400)).toBeUndefined()
  })
})

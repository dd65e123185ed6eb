import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type ApiCall,
  type ApiResponse,
  type CallOptions,
  createApiClient,
  InputError,
  type Operations,
} from '../src/index.ts'
import { busy, failureOf, operations, problem, serverUrl, startClient } from './scripted.ts'

describe('createApiClient', () => {
  it('gives a method to every operation, and raw', () => {
    const { client } = startClient()
    expect(Object.keys(client).toSorted()).toEqual([...Object.keys(operations), 'raw'].toSorted())
  })

  it('sorts a flat input into path and body', async () => {
    const { client, requests } = startClient()
    // Frozen, because the client must not modify its input.
    await client.putBook(Object.freeze({ 'book-id': 'a b/c', title: 'Emma' }))
    expect(requests[0]).toMatchObject({ method: 'PUT', path: '/books/a%20b%2Fc', text: '{"title":"Emma"}' })
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
  })

  it('sends query, header and cookie parameters, and dates as ISO 8601', async () => {
    const { client, requests } = startClient()
    await client.listBooks({ author: 'Jane & Co', tags: ['a', 'b'], 'X-Branch': 'west', theme: 'dark mode' })
    await client.listBooks({ author: new Date(0) })
    expect(requests.map(({ path }) => path)).toEqual([
      '/books?author=Jane%20%26%20Co&tags=a&tags=b',
      '/books?author=1970-01-01T00%3A00%3A00.000Z',
    ])
    expect(requests[0]?.headers.get('x-branch')).toBe('west')
    expect(requests[0]?.headers.get('cookie')).toBe('theme=dark%20mode')
  })

  it('adds what has one value only', async () => {
    const { client, requests } = startClient()
    await client.addBook({ title: 'Emma' })
    await client.addBook({ title: 'Emma', mode: 'strict', kind: 'book' })
    const expected = { path: '/books?mode=strict', text: '{"kind":"book","title":"Emma"}' }
    expect(requests).toMatchObject([expected, { path: expected.path }])
    expect(JSON.parse(requests[1]?.text ?? '')).toEqual({ kind: 'book', title: 'Emma' })
  })

  it('sends no body and no media type where none is taken, and follows no redirect', async () => {
    const { client, requests } = startClient()
    await client.getStatus()
    expect(requests).toMatchObject([{ text: '', init: { redirect: 'manual' } }])
    expect(requests[0]?.headers.has('content-type')).toBe(false)
  })

  it.each(['', '.', '..', undefined, null])('rejects %o in a path', async (id) => {
    const { client, requests } = startClient()
    const error = await failureOf(client.getBook({ 'book-id': id as string }))
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({ operationId: 'getBook', retryable: false, outcomeUnknown: false })
    expect(requests).toHaveLength(0)
  })

  it('sends headers of a call over those of the client', async () => {
    const { client, requests } = startClient(undefined, { headers: { 'x-a': 'client', 'x-b': 'client' } })
    await client.getStatus({ headers: { 'x-b': 'call', 'x-c': undefined }, requestId: 'mine' })
    const { headers } = requests[0] ?? {}
    expect(['x-a', 'x-b', 'x-c', 'x-request-id'].map((name) => headers?.get(name))).toEqual([
      'client',
      'call',
      null,
      'mine',
    ])
  })

  it.each([
    ['', 'v'],
    ['a b', 'v'],
    ['a:b', 'v'],
    ['ä', 'v'],
    ['x', 'secret\rb'],
    ['x', 'secret\0b'],
    ['x', 'secret\u007f'],
    ['x', 'secretł'],
  ])('rejects the header %j with %j, not showing the value', async (name, value) => {
    const { client, requests } = startClient()
    const error = await failureOf(client.getStatus({ headers: { [name]: value } }))
    expect(error).toBeInstanceOf(InputError)
    expect(String(error)).not.toContain('secret')
    expect(requests).toHaveLength(0)
  })

  it('sends every other header', async () => {
    const { client, requests } = startClient()
    const headers = { "!#$%&'*+-.^_`|~aZ9": 'a\tb ~ ÿ: c', 'x-empty': '' }
    await client.getStatus({ headers })
    expect(Object.keys(headers).map((name) => requests[0]?.headers.get(name))).toEqual(Object.values(headers))
  })

  it('hands fetchOptions to fetch', async () => {
    const dispatcher = {}
    const fetchOptions = { dispatcher, credentials: 'include', redirect: 'follow' } as RequestInit
    const { client, requests } = startClient(undefined, { fetchOptions })
    await client.getStatus()
    expect(requests[0]?.init).toMatchObject({ credentials: 'include', redirect: 'follow' })
    expect(requests[0]?.init).toHaveProperty('dispatcher', dispatcher)
  })

  it('sends no attempt what fetch added to the one before', async () => {
    const traces: (string | null)[] = []
    const fetch = async (_url: string, { headers }: RequestInit): Promise<Response> => {
      const sent = headers as Headers
      traces.push(sent.get('x-trace'))
      sent.set('x-trace', 'one')
      return traces.length === 1 ? busy() : Response.json({})
    }
    const { client } = startClient(undefined, { fetch, retry: { baseDelayMs: 0 } })
    await client.getStatus()
    expect(traces).toEqual([null, null])
  })

  it('looks the global fetch up for each call', async () => {
    const { client } = startClient(undefined, { fetch: undefined })
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({}))
    vi.stubGlobal('fetch', fetch)
    onTestFinished(() => void vi.unstubAllGlobals())
    await client.getStatus()
    expect(fetch).toHaveBeenCalledOnce()
  })

  it.each([
    ['http://library.test/v1/', '/v1/status'],
    ['http://library.test//', '/status'],
    ['http://library.test/@v1', '/@v1/status'],
  ])('takes the base URL %s', async (baseUrl, path) => {
    const { client, requests } = startClient(undefined, { baseUrl })
    await client.getStatus()
    expect(requests[0]?.path).toBe(path)
  })

  it.each([
    'nowhere',
    'localhost:3000',
    'http://',
    'ftp://library.test',
    'http://library.test?a=1',
    'http://library.test/a#b',
    'http://erin:secret@library.test',
  ])('rejects the base URL %s at once', (baseUrl) => {
    expect(() => startClient(undefined, { baseUrl })).toThrow(TypeError)
    expect(() => startClient(undefined, { baseUrl })).not.toThrow('secret')
  })

  it('takes a relative base URL in a page', async () => {
    vi.stubGlobal('location', { href: 'http://library.test/page' })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(() => startClient(undefined, { baseUrl: '/api' })).not.toThrow()
  })
})

describe('withResponse', () => {
  it('has status, headers and request id, but no credentials', async () => {
    const headers = { 'x-request-id': 'r', etag: '"1"', authorization: 'secret', 'set-cookie': 'secret' }
    const { client } = startClient(() => Response.json({ title: 'Emma' }, { status: 201, headers }))
    const response = await client.getStatus().withResponse()
    expect(response).toMatchObject({ status: 201, data: { title: 'Emma' }, requestId: 'r' })
    expect(response.headers.get('etag')).toBe('"1"')
    expect([...response.headers].join()).not.toContain('secret')
  })

  it('rejects as the call does, and only there', async () => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    const { client } = startClient(() => problem(404, 'No such book'))
    await expect(client.getBook({ 'book-id': 'a' }).withResponse()).rejects.toThrow('No such book')
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('a success', () => {
  const call = { method: 'GET', path: '/a', idempotency: 'always' } as const
  const kinds = {
    text: { ...call, response: 'text' },
    blob: { ...call, response: 'blob' },
    value: { ...call, response: 'value' },
    none: { ...call, response: 'none' },
    stream: { ...call, response: 'stream' },
    maybe: { ...call, mayBeEmpty: true },
    redirect: { ...call, response: 'none', isRedirect: true },
  } as const satisfies Operations
  type KindMethods = Readonly<
    Record<keyof typeof kinds, (options?: CallOptions) => ApiCall<unknown, ApiResponse<number, unknown>>>
  >

  const start = (response: Response): KindMethods =>
    createApiClient<KindMethods>(kinds, {
      baseUrl: serverUrl,
      fetch: async () => response,
      retry: false,
    })
  const read = (kind: keyof typeof kinds, response: Response): Promise<unknown> => start(response)[kind]()

  it('is a redirect where nothing else is declared', async () => {
    const headers = { location: 'https://files.example.com/1' }
    const { status, ...others } = await start(new Response(null, { status: 302, headers }))
      .redirect()
      .withResponse()
    expect([status, others.headers.get('location'), others.data]).toEqual([302, headers.location, undefined])
    await expect(start(new Response(null, { status: 302 })).text()).rejects.toThrow('unexpected response')
  })

  it.each([
    ['signal', {}, 'left'],
    ['deadline', { deadlineMs: 100 }, expect.objectContaining({ name: 'TimeoutError' })],
  ])('ends with the %s of its call while it streams', async (_name, options, reason) => {
    const cancelled = Promise.withResolvers<unknown>()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel: cancelled.resolve,
    })
    const controller = new AbortController()
    const stream = await start(new Response(body)).stream({ ...options, signal: controller.signal })
    const reader = (stream as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const next = reader.read()
    if (!('deadlineMs' in options)) controller.abort('left')
    await expect(next).rejects.toEqual(reason)
    expect(await cancelled.promise).toEqual(reason)
  })

  it('is read as its operation says', async () => {
    expect(await read('text', new Response('a,b'))).toBe('a,b')
    expect(await read('text', new Response(''))).toBe('')
    expect(await ((await read('blob', new Response('bytes'))) as Blob).text()).toBe('bytes')
    expect(await read('value', Response.json('done'))).toBe('done')
    expect(await read('none', new Response(null, { status: 204 }))).toBeUndefined()
    expect(await read('none', Response.json({ a: 1 }))).toBeUndefined()
    expect(await read('maybe', new Response(null, { status: 204 }))).toBeUndefined()
    expect(await read('maybe', Response.json({ a: 1 }))).toEqual({ a: 1 })
  })

  it('streams as it arrives', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const stream = (await read('stream', new Response(readable))) as ReadableStream<Uint8Array>
    const reader = stream.getReader()
    const writer = writable.getWriter()
    void writer.write(new TextEncoder().encode('data: 1\n\n'))
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 1\n\n')
    await Promise.all([reader.cancel(), writer.closed.catch(() => undefined)])
  })
})

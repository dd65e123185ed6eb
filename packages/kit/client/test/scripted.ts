import { vi } from 'vitest'
import {
  type ApiCall,
  type ApiResponse,
  type CallOptions,
  type ClientEvent,
  type ClientOptions,
  createApiClient,
  type IdempotentCallOptions,
  type Operations,
} from '../src/index.ts'

/** The operations of a library, with every kind of idempotency. */
export const operations = {
  getBook: {
    method: 'GET',
    path: '/books/{book-id}',
    idempotency: 'always',
    parameters: { 'book-id': 'path' },
  },
  listBooks: {
    method: 'GET',
    path: '/books',
    idempotency: 'always',
    parameters: { author: 'query', tags: 'query', 'X-Branch': 'header', theme: 'cookie' },
  },
  putBook: {
    method: 'PUT',
    path: '/books/{book-id}',
    idempotency: 'always',
    parameters: { 'book-id': 'path' },
    contentType: 'application/json',
    bodyIn: 'members',
  },
  addBook: {
    method: 'POST',
    path: '/books',
    idempotency: 'never',
    parameters: { mode: 'query' },
    constants: { mode: 'strict', kind: 'book' },
    contentType: 'application/json',
    bodyIn: 'members',
  },
  lendBook: {
    method: 'POST',
    path: '/loans',
    idempotency: 'key',
    contentType: 'application/json',
    bodyIn: 'members',
  },
  removeBook: {
    method: 'DELETE',
    path: '/books/{book-id}',
    idempotency: 'always',
    parameters: { 'book-id': 'path' },
    response: 'none',
  },
  getStatus: { method: 'GET', path: '/status', idempotency: 'always' },
} as const satisfies Operations

/** A book, with the members that the tests need. */
export interface Book {
  readonly title?: string
}

type Call<Data = Book> = ApiCall<Data, ApiResponse<200 | 201, Data, 'etag'>>

export interface LibraryMethods {
  getBook(input: { 'book-id': string }, options?: CallOptions): Call
  listBooks(
    input?: { author?: string | Date; tags?: readonly string[]; 'X-Branch'?: string; theme?: string },
    options?: CallOptions,
  ): Call<Book[]>
  putBook(input: { 'book-id': string; title?: string }, options?: CallOptions): Call
  addBook(input: { title?: string; mode?: 'strict'; kind?: 'book' }, options?: CallOptions): Call
  lendBook(input: { title?: string; password?: string }, options?: IdempotentCallOptions): Call
  removeBook(input: { 'book-id': string }, options?: CallOptions): Call<void>
  getStatus(options?: CallOptions): Call
}

export interface paths {
  '/books/{book-id}': {
    get: {
      parameters: { path: { 'book-id': string } }
      responses: { 200: { headers: {}; content: { 'application/json': Book } } }
    }
  }
  '/loans': {
    post: {
      parameters: { header?: { 'Idempotency-Key'?: string } }
      requestBody: { content: { 'application/json': Book } }
      responses: { 201: { headers: {}; content: { 'application/json': Book } } }
    }
  }
}

/** A request that reached a scripted server. */
export interface SentRequest {
  readonly method: string
  /** The path with the query. */
  readonly path: string
  readonly headers: Headers
  /** The body as text; empty if there is none. */
  readonly text: string
  readonly signal: AbortSignal
  readonly init: RequestInit
}

/** Returns the response to a request, given the requests so far; `undefined` for the default success. */
export type Script = (
  request: SentRequest,
  requests: readonly SentRequest[],
) => Response | undefined | Promise<Response | undefined>

export const serverUrl = 'http://library.test'

/** Creates a problem response (RFC 9457). */
export function problem(status: number, title: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { title, status },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )
}

/** Creates a client of an in-memory server. Returns it with the received requests and the client's events. */
export function startClient(script: Script = () => undefined, options: Partial<ClientOptions> = {}) {
  const requests: SentRequest[] = []
  const events: ClientEvent[] = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const sent = {
      method: init.method ?? 'GET',
      path: pathname + search,
      headers: new Headers(init.headers),
      text: init.body ? await new Response(init.body).text() : '',
      signal: init.signal ?? new AbortController().signal,
      init,
    }
    requests.push(sent)
    return (await script(sent, requests)) ?? Response.json({ title: 'Emma' })
  }
  const client = createApiClient<LibraryMethods, paths>(operations, {
    baseUrl: serverUrl,
    fetch,
    logger: (event) => void events.push(event),
    ...options,
  })
  const delays = () => events.flatMap((event) => (event.kind === 'retry' ? [event.delayMs] : []))
  return { client, requests, events, delays }
}

/** Responds to the first requests in turn, and to all others with success. */
export function inTurn(...fates: readonly (() => Response | Promise<Response>)[]): Script {
  return (_request, requests) => fates[requests.length - 1]?.()
}

export const busy = (): Response => problem(503, 'Service Unavailable')
export const broken = (): Response => problem(500, 'Internal Server Error')
export const limited = (retryAfter: string): Response =>
  problem(429, 'Too Many Requests', { 'retry-after': retryAfter })
export const lose = (): Promise<Response> =>
  Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } }))
export const never = (): Promise<Response> => new Promise<Response>(() => undefined)

/** Stops the clock and fixes random numbers, until `resumeTime`. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: 0 })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
}

export function resumeTime(): void {
  vi.useRealTimers()
  vi.restoreAllMocks()
}

/** Runs all timers until a call has settled, and returns its result. */
export async function settle<Value>(call: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const outcome = Promise.allSettled([call])
  await vi.runAllTimersAsync()
  return (await outcome)[0]
}

/** Returns the reason with which a promise rejects. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([call])
  if (outcome.status === 'fulfilled') throw new Error('The call has succeeded')
  return outcome.reason
}

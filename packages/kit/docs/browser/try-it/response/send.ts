import type { Json } from '@contract-kit/json-schema/json'
import { parseJson } from '../../../src/openapi/operations.ts'
import type { RequestBody } from '../request/body.ts'
import type { HttpRequest } from '../request/request.ts'

/** A response as it came. */
export interface ReceivedResponse {
  readonly kind: 'response'
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Empty where the bytes are no text. */
  readonly text: string
  /** The text as JSON; undefined where it is none. */
  readonly body: Json | undefined
  /** The bytes, where they are no text. */
  readonly bytes: Blob | undefined
  readonly durationMs: number
}

/** No response: why, and what to do. */
export interface NoResponse {
  readonly kind: 'none'
  readonly reason: string
  readonly advice: string
  readonly durationMs: number
}

/** What became of a request. */
export type Outcome = ReceivedResponse | NoResponse

/** What sending needs of its surroundings. */
export interface SendOptions {
  readonly fetch: typeof fetch
  /** A clock in milliseconds. */
  readonly now: () => number
  /** Gives up waiting. */
  readonly signal: AbortSignal
  /** Milliseconds until a response is no longer waited for; 35,000 by default. */
  readonly timeoutMs?: number
}

/** Sends a request and returns what became of it; never throws. */
export async function sendRequest(request: HttpRequest, options: SendOptions): Promise<Outcome> {
  const { now, signal, timeoutMs = 35_000 } = options
  const startedAt = now()
  const none = (reason: string, advice: string): Outcome => ({
    kind: 'none',
    reason,
    advice,
    durationMs: now() - startedAt,
  })
  const timeout = AbortSignal.timeout(timeoutMs)
  const cookies = request.headers.some(([name]) => isCookie(name))
  const headers = toHeaders(request)
  if (headers === undefined) {
    return none('The request could not be made', 'A header has a character that HTTP does not allow.')
  }
  try {
    const response = await options.fetch(request.url, {
      method: request.method,
      headers,
      body: toFetchBody(request.body),
      cache: 'no-store',
      credentials: cookies ? 'include' : 'omit',
      signal: AbortSignal.any([signal, timeout]),
    })
    const bytes = await response.blob()
    const isText = isTextual(response.headers.get('content-type') ?? '')
    const text = isText ? await bytes.text() : ''
    return {
      kind: 'response',
      status: response.status,
      headers: [...response.headers],
      text,
      body: parseJson(text),
      bytes: isText ? undefined : bytes,
      durationMs: now() - startedAt,
    }
  } catch {
    if (signal.aborted) return none('Canceled', 'The server may have completed the request.')
    if (timeout.aborted)
      return none(
        `No response within ${timeoutMs / 1000} s`,
        'Some mock servers never respond to a body that is not valid JSON.',
      )
    return none(
      'No response',
      'Is the server running at this address? A server of another origin must allow this page by CORS. If this page has a content security policy, it must allow the server.',
    )
  }
}

/** A page cannot set the header: the browser sends the cookies that it has for the server. */
const isCookie = (name: string): boolean => name.toLowerCase() === 'cookie'

function toHeaders({ headers }: HttpRequest): Headers | undefined {
  try {
    return new Headers(headers.filter(([name]) => !isCookie(name)).map(([name, value]) => [name, value]))
  } catch {
    return undefined
  }
}

function toFetchBody(body: RequestBody | undefined): BodyInit | null {
  // A blob without a type: the browser names no media type of its own.
  if (body === undefined) return null
  if (body.kind === 'text') return new Blob([body.text])
  if (body.kind === 'file') return new Blob([body.file])
  const form = new FormData()
  for (const { name, value, mediaType } of body.parts) {
    if (typeof value !== 'string') form.append(name, value, value.name)
    else if (mediaType === undefined) form.append(name, value)
    else form.append(name, new Blob([value], { type: mediaType }))
  }
  return form
}

/** Everything but what is known to be bytes: a text that is shown by mistake does no harm. */
const isTextual = (contentType: string): boolean =>
  !/^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip|x-tar|vnd\.(?!.*(?:json|xml))))/i.test(
    contentType,
  )

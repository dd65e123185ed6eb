import type { Json } from '@contract-kit/json-schema/json'
import { parseJson } from '../../../src/openapi/operations.ts'
import type { RequestBody } from '../request/body.ts'
import type { HttpRequest } from '../request/request.ts'

/** A received response. */
export interface ReceivedResponse {
  readonly kind: 'response'
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Empty if the body is binary. */
  readonly text: string
  /** The text parsed as JSON; undefined if it is not valid JSON. */
  readonly body: Json | undefined
  /** The body if it is binary; otherwise undefined. */
  readonly bytes: Blob | undefined
  readonly durationMs: number
}

/** A missing response, with the reason and advice. */
export interface NoResponse {
  readonly kind: 'none'
  readonly reason: string
  readonly advice: string
  readonly durationMs: number
}

/** The outcome of a request. */
export type Outcome = ReceivedResponse | NoResponse

/** The dependencies and limits of a request. */
export interface SendOptions {
  readonly fetch: typeof fetch
  /** A clock in milliseconds. */
  readonly now: () => number
  /** Cancels the request. */
  readonly signal: AbortSignal
  /** The timeout in milliseconds. Default: 35,000. */
  readonly timeoutMs?: number
}

/** Sends a request and returns its outcome; never rejects. */
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

/** A page cannot set this header: the browser sends its own cookies for the server. */
const isCookie = (name: string): boolean => name.toLowerCase() === 'cookie'

function toHeaders({ headers }: HttpRequest): Headers | undefined {
  try {
    return new Headers(headers.filter(([name]) => !isCookie(name)).map(([name, value]) => [name, value]))
  } catch {
    return undefined
  }
}

function toFetchBody(body: RequestBody | undefined): BodyInit | null {
  // For an untyped blob, the browser adds no media type.
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

/** Whether a body is text: every type that is not known to be binary. Binary data shown as text by mistake is harmless. */
const isTextual = (contentType: string): boolean =>
  !/^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip|x-tar|vnd\.(?!.*(?:json|xml))))/i.test(
    contentType,
  )

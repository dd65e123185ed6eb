import type { PartnerRequest } from '../request/partner-request.ts'
import type { Outcome } from './outcome.ts'

/** What sending needs of its surroundings. */
export interface SendOptions {
  readonly fetch: typeof fetch
  /** A clock in milliseconds. */
  readonly now: () => number
  /** Gives up waiting. */
  readonly signal: AbortSignal
  /** Milliseconds until an answer is no longer waited for; 35,000 by default, more than the slowest sandbox answer. */
  readonly timeoutMs?: number
}

/** Sends a request and returns what became of it; never throws. */
export async function sendRequest(request: PartnerRequest, options: SendOptions): Promise<Outcome> {
  const { now, signal, timeoutMs = 35_000 } = options
  const startedAt = now()
  const none = (reason: string, advice: string): Outcome => ({
    kind: 'none',
    reason,
    advice,
    durationMs: now() - startedAt,
  })
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const headers = toHeaders(request)
    if (headers === undefined) {
      return none('The request could not be made', 'A header holds a character that no header can carry.')
    }
    const response = await options.fetch(request.url, {
      method: request.method,
      headers,
      // A blob without a type: the browser names no media type of its own.
      body: request.body === undefined ? null : new Blob([request.body]),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([signal, timeout]),
    })
    const text = await response.text()
    return {
      kind: 'answer',
      status: response.status,
      headers: [...response.headers],
      text,
      body: parseJson(text),
      durationMs: now() - startedAt,
    }
  } catch {
    if (signal.aborted) return none('Cancelled', 'The service may have done what it was asked.')
    if (timeout.aborted) {
      return none(
        `No answer within ${timeoutMs / 1000} s`,
        'The mock never answers a body that is not valid JSON.',
      )
    }
    return none(
      'No answer',
      'Is the service running at this address? A service elsewhere must allow this page in CORS_ORIGINS; the mock does. The page itself may reach its own server and 127.0.0.1 or localhost, nothing else.',
    )
  }
}

function toHeaders(request: PartnerRequest): Headers | undefined {
  try {
    return new Headers(request.headers.map(([name, value]) => [name, value]))
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

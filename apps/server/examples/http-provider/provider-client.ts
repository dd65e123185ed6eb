import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** The provider's URL and API key. */
export interface ProviderSettings {
  readonly url: string
  readonly keyId: string
  readonly secret: string
  /** The timeout of one attempt, in milliseconds. */
  readonly attemptMs?: number
}

/** The final response to a call. */
export interface ProviderResponse {
  readonly status: number
  readonly body: unknown
}

/** Calls the provider's API. */
export interface ProviderClient {
  /**
   * Sends a signed request, with retries, and resolves with the first final response. Rejects with a `ProviderError` if there is
   * none.
   */
  call(method: 'GET' | 'POST', path: string, content?: object): Promise<ProviderResponse>
}

/** The provider gave no usable response. The message names the call and the status, never a key or parts of a body. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}

/** Time and randomness of the client, for tests to replace. */
export interface Pacing {
  readonly wait: (ms: number) => Promise<unknown>
  /** From 0 up to 1. */
  readonly random: () => number
}

/**
 * Attempts and pauses. The server waits fifteen seconds for one response of a gateway or an issuer. Three attempts of 3.5 seconds and two
 * pauses of two seconds fit into that time.
 */
const attempts = 3
const defaultAttemptMs = 3500
const firstPauseMs = 250
const longestPauseMs = 2000

/** Reads the settings of the provider. Throws if one is missing or wrong; no message quotes a value. */
export function readProviderSettings(env: Readonly<Record<string, string | undefined>>): ProviderSettings {
  const read = (name: string): string => {
    const value = env[name]?.trim() ?? ''
    if (value === '') throw new Error(`${name} is required`)
    return value
  }
  const url = URL.parse(read('PROVIDER_URL'))
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url === null || (url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.search !== '')
    throw new Error('PROVIDER_URL must be an https address without credentials and query')
  return { url: url.href, keyId: read('PROVIDER_KEY_ID'), secret: read('PROVIDER_SECRET') }
}

/** Creates a client. Every call of the API has our reference, so each is safe to retry. */
export function createProviderClient(
  settings: ProviderSettings,
  { wait, random }: Pacing = { wait: delay, random: Math.random },
): ProviderClient {
  return {
    async call(method, path, content) {
      const body = content === undefined ? '' : JSON.stringify(content)
      const name = `${method} ${path.split('?')[0]}`
      for (let attempt = 1; ; attempt += 1) {
        const result = await send(settings, method, path, body)
        if ('body' in result) return result
        const { reason, retryAfterMs = 0, cause } = result
        const pauseMs = Math.max(retryAfterMs, backoffMs(attempt, random()))
        if (attempt === attempts || pauseMs > longestPauseMs)
          throw new ProviderError(`The provider gave no response to ${name}: ${reason}`, { cause })
        await wait(pauseMs)
      }
    },
  }
}

/** Exponential backoff with jitter: half of the pause is random. */
function backoffMs(attempt: number, random: number): number {
  const longest = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs)
  return Math.round(longest * (0.5 + random / 2))
}

/** An attempt that failed with a retryable error. */
interface FailedAttempt {
  readonly reason: string
  readonly retryAfterMs?: number
  readonly cause?: unknown
}

async function send(
  { url, keyId, secret, attemptMs = defaultAttemptMs }: ProviderSettings,
  method: string,
  path: string,
  body: string,
): Promise<ProviderResponse | FailedAttempt> {
  // Each attempt gets a new signature, because an old timestamp would be rejected.
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = signRequest({ method, path, timestamp, body }, secret)
  try {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `HMAC-SHA256 key=${keyId}, timestamp=${timestamp}, signature=${signature}`,
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === '' ? {} : { body }),
      // A redirect would send a signed request to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(attemptMs),
    })
    const { status } = response
    const text = await response.text()
    if (status === 429) return { reason: 'status 429', ...retryAfter(response.headers.get('retry-after')) }
    if (status >= 500) return { reason: `status ${status}` }
    return { status, body: parse(text) }
  } catch (cause) {
    const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
    return { reason: isLate ? `nothing within ${attemptMs} ms` : 'the connection failed', cause }
  }
}

/** The parts that a signature covers. */
export interface SignedParts {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Seconds since the epoch. */
  readonly timestamp: number
  /** Empty if the request has none. */
  readonly body: string
}

/** The HMAC-SHA-256 of a request, in hexadecimal. The parts are separated by line feeds, which only the body may contain. */
export function signRequest({ method, path, timestamp, body }: SignedParts, secret: string): string {
  return createHmac('sha256', secret).update([method, path, timestamp, body].join('\n')).digest('hex')
}

/** Reads `Retry-After`, as seconds or as a date. */
function retryAfter(value: string | null): Pick<FailedAttempt, 'retryAfterMs'> {
  if (value === null) return {}
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? {} : { retryAfterMs: ms }
}

/** A body that is not JSON becomes `undefined`, which each caller that expects a body rejects. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Creates the error for a final response. It quotes only the error code of the body, if it consists of letters. */
export function unexpected(call: string, { status, body }: ProviderResponse): ProviderError {
  const code = codeOf(body)
  return new ProviderError(`The provider responded to ${call} with ${status}${code === '' ? '' : ` ${code}`}`)
}

/** The code of an error of the provider; empty if it has none. */
export function codeOf(body: unknown): string {
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : ''
}

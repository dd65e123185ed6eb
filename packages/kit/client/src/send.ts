import { longestTimerMs, onAbort } from './abort.ts'
import type { Call, Send } from './call.ts'
import { ConnectionError, InputError, TimeoutError } from './errors.ts'
import type { Logger } from './log.ts'
import { findTexts, redactCause } from './redact.ts'
import { isAmbiguous, isRetryable } from './retry.ts'

/** How requests reach the network: the signature of the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Options of a request, except those that the client sets for each. */
export type FetchOptions = Omit<RequestInit, 'body' | 'headers' | 'method' | 'signal'>

/** A request about to be sent. `headers` may be changed. */
export interface OutgoingRequest {
  readonly operationId: string
  readonly attempt: number
  readonly method: string
  readonly url: string
  readonly headers: Headers
}

/** A response as it arrived, without its body. */
export interface IncomingResponse {
  readonly operationId: string
  readonly attempt: number
  readonly status: number
  readonly headers: Headers
  readonly durationMs: number
}

/** Run before each attempt, or after each response. If a hook throws, the call fails. */
export interface Hooks {
  readonly onRequest?: ((request: OutgoingRequest) => void | Promise<void>) | undefined
  readonly onResponse?: ((response: IncomingResponse) => void | Promise<void>) | undefined
}

/** Sends one attempt by `fetch`, and reads the response whole, within the time of an attempt. */
export function sendByFetch({
  fetch,
  fetchOptions,
  timeoutMs: usualTimeoutMs = 30_000,
}: {
  readonly fetch?: Fetch | undefined
  readonly fetchOptions?: FetchOptions | undefined
  readonly timeoutMs?: number | undefined
}): Send {
  async function exchange(request: Request, call: Call, signal: AbortSignal): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') call.body ??= await request.arrayBuffer()
    // Looked up for each attempt: a test or a tracer may replace the global one at any time.
    const send = fetch ?? globalThis.fetch
    call.isUnsettled = true
    const response = await send(request.url, {
      // A redirect could take the token elsewhere.
      redirect: 'manual',
      ...fetchOptions,
      method: request.method,
      // A copy, so that changes by `fetch` do not leak into the next attempt.
      headers: new Headers(request.headers),
      body: call.body?.byteLength ? call.body : null,
      signal,
    })
    return readWhole(response, call)
  }

  return async (request, call) => {
    const { timeoutMs = usualTimeoutMs } = call.options
    if (
      !fetch &&
      timeoutMs > 3e5 &&
      isLimited &&
      !(fetchOptions as { dispatcher?: unknown } | undefined)?.dispatcher
    )
      throw new InputError(
        'fetch of Node gives up after 300,000 ms: for a longer timeoutMs, pass a dispatcher in fetchOptions',
        call.errorFacts(false),
      )
    const wasUnsettled = call.isUnsettled
    try {
      const response = await withTimeLimit(timeoutMs, call.signal, (signal) =>
        exchange(request, call, signal),
      )
      call.isUnsettled = response.ok ? !call.latest?.isReadable : wasUnsettled || isAmbiguous(response.status)
      return response
    } catch (reason) {
      if (call.signal.aborted) throw call.signal.reason
      if (reason !== timedOut) throw toConnectionError(reason, call, wasUnsettled)
      const facts = call.errorFacts(isRetryable(call.idempotency, undefined))
      throw new TimeoutError(`no response within ${timeoutMs} ms`, facts)
    }
  }
}

/** Whether the global `fetch` is Node's, which times out after 300 seconds unless a dispatcher allows more. */
const isLimited = (
  globalThis as { readonly process?: { readonly versions?: Readonly<Record<string, unknown>> } }
).process?.versions?.['undici']

/** The abort reason when an attempt times out. */
const timedOut = new DOMException('no response within timeoutMs', 'TimeoutError')

/** Rejects at the time limit or when the caller's signal aborts, even if `fetch` ignores its signal. */
function withTimeLimit<Value>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController()
    const giveUp = (reason: Error): void => {
      end()
      controller.abort(reason)
      reject(reason)
    }
    const timer = timeoutMs < longestTimerMs ? setTimeout(giveUp, timeoutMs, timedOut) : undefined
    const stop = onAbort(signal, () => giveUp(signal.reason as Error))
    const end = (): void => {
      clearTimeout(timer)
      stop()
    }
    void work(controller.signal).finally(end).then(resolve, reject)
  })
}

/** Reads the body into memory, so that a truncated response fails the attempt. */
async function readWhole(response: Response, call: Call): Promise<Response> {
  const { headers, status } = response
  const isStream =
    call.operation.response === 'stream' || headers.get('content-type')?.startsWith('text/event-stream')
  if (response.ok && isStream && response.body) {
    call.latest = { status, headers, isReadable: true }
    // The signal and the deadline of the call hold until the last byte.
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    call.streamed = response.body.pipeTo(writable, { signal: call.signal }).catch(() => {})
    return new Response(readable, response)
  }
  const bytes = await response.arrayBuffer()
  call.latest = { status, headers, isReadable: isReadable(call, headers, bytes) }
  // `Response` does not accept these statuses. A response that a browser hides behind 0 cannot be read
  // anyway.
  if (status < 200) return response
  const hasBody = bytes.byteLength > 0 && !withoutBody.has(status)
  return new Response(hasBody ? bytes : null, response)
}

/** Statuses for which the `Response` constructor accepts no body. */
const withoutBody = new Set([204, 205, 304])

/** Whether a body matches the success of the operation. It is parsed only if an idempotency key can fetch it again. */
function isReadable(call: Call, headers: Headers, bytes: ArrayBuffer): boolean {
  const { mayBeEmpty = false, response = 'json' } = call.operation
  if (response !== 'json' && response !== 'value') return true
  if (bytes.byteLength === 0) return mayBeEmpty
  if (!/json/i.test(headers.get('content-type') ?? 'json')) return false
  if (call.idempotency !== 'key') return true
  try {
    JSON.parse(new TextDecoder().decode(bytes))
    return true
  } catch {
    return false
  }
}

/** Codes of runtimes for connections that were never made, so that nothing was sent. */
const notConnected = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

/** Codes for certificates that are not trusted: nothing was sent, and another attempt meets the same certificate. */
const notTrusted = /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_VERIFY/

function toConnectionError(reason: unknown, call: Call, wasUnsettled: boolean): ConnectionError {
  const code = readCode(reason)
  const wasSent = !notConnected.test(code) && !notTrusted.test(code)
  if (!wasSent) call.isUnsettled = wasUnsettled
  const retryable = wasSent ? isRetryable(call.idempotency, undefined) : notConnected.test(code)
  const cause = redactCause(reason, [...call.secrets, ...findTexts(call.input)])
  return new ConnectionError(`no response (${code})`, call.errorFacts(retryable, cause))
}

/** The code by which a runtime names what happened, such as `ECONNRESET`; else the name of the error. */
function readCode(error: unknown, depth = 0): string {
  const { cause, code, name } = Object(error) as Readonly<Record<'cause' | 'code' | 'name', unknown>>
  if (cause && depth < 5) {
    const found = readCode(cause, depth + 1)
    if (found !== 'Error') return found
  }
  return (
    ([code, name].find((text) => typeof text === 'string' && /^[A-Z]\w{2,60}$/.test(text)) as string) ??
    'Error'
  )
}

/** Reports each attempt to the logger and the caller's hooks. */
export function withHooks(send: Send, { onRequest, onResponse }: Hooks, log: Logger | undefined): Send {
  return async (request, call) => {
    const { attempt, operationId } = call
    const { headers, method, url } = request
    call.latest = undefined
    log?.({ ...call.attemptFacts(), kind: 'request' })
    await onRequest?.({ operationId, attempt, method, url, headers })
    const startedMs = performance.now()
    const tell = (status: number | undefined): number => {
      const durationMs = performance.now() - startedMs
      log?.({ ...call.attemptFacts(), kind: 'response', status, durationMs })
      return durationMs
    }
    try {
      const response = await send(request, call)
      const { status } = response
      const durationMs = tell(status)
      await onResponse?.({ operationId, attempt, headers: response.headers, status, durationMs })
      return response
    } catch (reason) {
      if (call.latest === undefined) tell(undefined)
      throw reason
    }
  }
}

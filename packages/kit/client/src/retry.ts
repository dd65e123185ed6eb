import { pause } from './abort.ts'
import type { Call, Send } from './call.ts'
import { ConnectionError } from './errors.ts'
import type { Logger } from './log.ts'
import type { Operation } from './operation.ts'
import type { RetryOptions } from './options.ts'

/**
 * Whether a call that ended with this status, or with none, may be sent again. 429 rejects before anything has happened.
 * After another failure of the server, or without a response, something may have happened. This includes 503, which a
 * proxy sends if it loses its server half-way. Then only operations that may happen twice are sent again. 409 means that
 * another request with this key is in progress. A success that cannot be read is requested again by its key.
 */
export function isRetryable(idempotency: Operation['idempotency'], status: number | undefined): boolean {
  if (status === 429) return true
  if (status === 409 || (status !== undefined && status < 300)) return idempotency === 'key'
  return isAmbiguous(status) && idempotency !== 'never'
}

/** Whether the outcome of the request is unknown after this response, or without one. */
export function isAmbiguous(status: number | undefined): boolean {
  return status === undefined || status === 408 || (status >= 500 && status !== 501)
}

/** Retries a request if a retry may succeed and cannot have its effect twice. */
export function withRetries(
  send: Send,
  usual: RetryOptions | false | undefined,
  log: Logger | undefined,
): Send {
  return async (request, call) => {
    const retry = call.options.retry ?? usual ?? {}
    for (let attempt = 1; ; attempt++) {
      call.signal.throwIfAborted()
      call.attempt = attempt
      let response: Response | undefined
      let failure: unknown
      try {
        response = await send(request, call)
      } catch (reason) {
        failure = reason
      }
      const delayMs = retry && shouldRetry(call, response, failure) && pauseMs(attempt, retry, response)
      if (delayMs === false) {
        if (response) return response
        throw failure
      }
      // An aborted call neither waits nor logs a retry.
      call.signal.throwIfAborted()
      log?.({ ...call.attemptFacts(), kind: 'retry', status: response?.status, delayMs })
      await pause(delayMs, call.signal)
    }
  }
}

function shouldRetry(call: Call, response: Response | undefined, failure: unknown): boolean {
  if (!response) return failure instanceof ConnectionError && failure.retryable
  return !(response.ok && call.latest?.isReadable !== false) && isRetryable(call.idempotency, response.status)
}

/** The pause after an attempt, in milliseconds: exponential with full jitter, and at least `Retry-After`; `false` for no retry. */
function pauseMs(attempt: number, retry: RetryOptions, response: Response | undefined): number | false {
  const { attempts = 3, baseDelayMs = 250, maxDelayMs = 8_000 } = retry
  const retryAfterMs = (readRetryAfter(response?.headers) ?? 0) * 1_000
  // Not `attempt >= attempts`: with NaN, that would retry forever.
  if (!(attempt < attempts) || retryAfterMs > maxDelayMs) return false
  return Math.max(retryAfterMs, Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)))
}

/** The seconds that a response asks to wait, by a number or a date (RFC 9110, 10.2.3); `undefined` if it does not. */
export function readRetryAfter(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after')
  if (value == null) return undefined
  return Math.max(0, Number(value) || (Date.parse(value) - Date.now()) / 1_000) || 0
}

import type { Middleware } from 'openapi-fetch'
import { type ApiCall, type ApiResponse, type Call, callOf } from './call.ts'
import { ApiError, type ErrorReader, UnexpectedResponseError } from './errors.ts'
import { redactJson, redactTokens, toExcerpt } from './redact.ts'
import { isAmbiguous, isRetryable, readRetryAfter } from './retry.ts'

/** The outcome of a successful call. */
export interface Success {
  readonly call: Call
  readonly data: unknown
  readonly response: Response
}

type AnyResponse = ApiResponse<number, unknown>

/** A promise of the body, with access to the rest of the response. */
export function toApiCall(success: Promise<Success>): ApiCall<unknown, AnyResponse> {
  const body = success.then(({ data }) => data)
  return Object.assign(body, {
    withResponse(): Promise<AnyResponse> {
      // The returned promise reports the failure; without this handler, it would also count as unhandled.
      body.catch(() => undefined)
      return success.then(({ call, data, response: { headers, status } }) => ({
        status,
        data,
        headers: withoutCredentials(headers),
        requestId: call.requestId,
      }))
    },
  })
}

/** Throws an error for each response that is not a success, as middleware of openapi-fetch. */
export function readErrors(readError: ErrorReader): Middleware {
  return {
    async onResponse({ request, response }) {
      const call = callOf(request)
      if (response.ok || (call.operation.isRedirect && response.status < 400)) return
      const text = response.status === 0 ? '' : await response.text()
      const body = redactJson(parseJson(text), call.secrets)
      const headers = withoutCredentials(response.headers, call.secrets)
      const read = response.status < 400 ? undefined : readError(body, headers, response.status)
      if (read === undefined) throw toUnexpectedResponse(call, text)
      // The server replays a completed attempt by its key, so a rejection proves that no attempt succeeded.
      const isFinal = !call.isUnauthorized && !isAmbiguous(response.status) && !isPostponed(response.status)
      if (call.idempotency === 'key' && isFinal) call.isUnsettled = false
      const reader = { get: (name: string) => headers.get(name) }
      throw new ApiError({ ...responseFacts(call), ...read, body, headers: reader })
    },
  }
}

/** Whether a rejection leaves open the outcome of an earlier attempt, which may still be in progress. */
const isPostponed = (status: number): boolean => status === 409 || status === 425 || status === 429

/** The error of a response that the document does not describe; `text` is its body. */
export function toUnexpectedResponse(call: Call, text: string): UnexpectedResponseError {
  return new UnexpectedResponseError({ ...responseFacts(call), excerpt: toExcerpt(text, call.secrets) })
}

function responseFacts(call: Call) {
  const { headers, status = 0 } = call.latest ?? {}
  const retryable = isRetryable(call.idempotency, status)
  const contentType = headers?.get('content-type') ?? undefined
  return {
    ...call.errorFacts(retryable),
    status,
    contentType: contentType && redactTokens(contentType, call.secrets),
    retryAfterSeconds: readRetryAfter(headers),
  }
}

/** The data of a success. Throws if it does not match the operation. */
export function checkData(call: Call, data: unknown): unknown {
  const { mayBeEmpty, response = 'json' } = call.operation
  if (response === 'none') return undefined
  if (response === 'text') return data ?? ''
  const isComplete = response === 'json' ? typeof data === 'object' && data !== null : data !== undefined
  if (isComplete || (mayBeEmpty && data === undefined)) return data
  throw toUnexpectedResponse(call, '')
}

/** A copy of headers without those that hold credentials; with `secrets`, redacted. */
export function withoutCredentials(headers: Headers, secrets?: readonly string[]): Headers {
  const copy = new Headers(headers)
  copy.delete('authorization')
  copy.delete('set-cookie')
  if (secrets)
    for (const [name, value] of headers) if (copy.has(name)) copy.set(name, redactTokens(value, secrets))
  return copy
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fields of every error of a client. */
export interface ErrorFacts {
  readonly operationId: string
  readonly requestId?: string | undefined
  readonly retryable: boolean
  readonly outcomeUnknown: boolean
  readonly idempotencyKey?: string | undefined
  readonly cause?: unknown
}

/** Any failure of a call. Neither its texts nor its fields hold a token or a password. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError'
  /** The operation that failed. */
  declare readonly operationId: string
  /** The request id of the response, or the one that was sent if there was no response. */
  declare readonly requestId: string | undefined
  /** Whether a retry may succeed and cannot have its effect twice. Retry with the same `idempotencyKey`, if there is one. */
  declare readonly retryable: boolean
  /** Whether the outcome of an attempt of this call is not known. The server may have made the requested change. */
  declare readonly outcomeUnknown: boolean
  /** The key of the call. A second call with it does nothing twice. */
  declare readonly idempotencyKey: string | undefined

  constructor(message: string, { cause, ...facts }: ErrorFacts) {
    super(`${facts.operationId}: ${message}`, cause === undefined ? undefined : { cause })
    Object.assign(this, facts)
  }

  /** For `JSON.stringify`: all fields, and the message, which an `Error` leaves out. */
  toJSON(): Record<string, unknown> {
    const { message, cause } = this
    const { headers: _, ...fields } = this as Record<string, unknown>
    return {
      name: this.name,
      message,
      ...fields,
      ...(cause === undefined ? {} : { cause: cause instanceof Error ? String(cause) : cause }),
    }
  }
}

/** The input of the call cannot be sent. Nothing was sent. */
export class InputError extends ClientError {
  override readonly name = 'InputError'
}

/** The caller's `signal` aborted the call; `cause` is its reason. */
export class AbortError extends ClientError {
  override readonly name = 'AbortError'
}

/** No response, or an incomplete one. */
export class ConnectionError extends ClientError {
  override readonly name: string = 'ConnectionError'
}

/** No response within `timeoutMs`, or no result within `deadlineMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/** No session could be opened for the call; `cause` says why. */
export class SessionError extends ClientError {
  override readonly name = 'SessionError'
}

/** The fields that an error takes from the response. */
interface ResponseFacts extends ErrorFacts {
  readonly status: number
  readonly contentType: string | undefined
  readonly retryAfterSeconds: number | undefined
}

/** The server responded with an error that the document describes. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError'
  /** HTTP status, from 400. */
  declare readonly status: number
  /** The error code, for programs. A server may add codes: treat an unknown one like its status. */
  declare readonly code: string | undefined
  /** Human-readable messages, one per problem. */
  declare readonly messages: readonly string[]
  /** Seconds to wait before a retry, if the server sent `Retry-After`. */
  declare readonly retryAfterSeconds: number | undefined
  declare readonly contentType: string | undefined
  /** The headers of the response, without credentials: `headers.get('ratelimit')`. None is shown when the error is printed. */
  declare readonly headers: Pick<Headers, 'get'>
  readonly #body: unknown

  constructor({
    body,
    ...facts
  }: ResponseFacts & {
    readonly code: string | undefined
    readonly messages: readonly string[]
    readonly body: unknown
    readonly headers: Pick<Headers, 'get'>
  }) {
    const { status, code, messages } = facts
    super([`${status}${code ? ` ${code}` : ''}`, messages.join('; ')].filter(Boolean).join(': '), facts)
    this.#body = body
  }

  /** The parsed body. It may hold secrets, so the field is private: logs and `JSON.stringify` omit it. */
  json(): unknown {
    return this.#body
  }
}

/** A response that the document does not describe: a page of a proxy, a redirect, a body that is not JSON. */
export class UnexpectedResponseError extends ClientError {
  override readonly name = 'UnexpectedResponseError'
  /** HTTP status; 0 if a browser hides it, for example for a redirect. */
  declare readonly status: number
  declare readonly contentType: string | undefined
  /** The beginning of the body. */
  declare readonly excerpt: string
  /** Seconds to wait before a retry, if the server sent `Retry-After`. */
  declare readonly retryAfterSeconds: number | undefined

  constructor(facts: ResponseFacts & { readonly excerpt: string }) {
    const { status, contentType } = facts
    super(`unexpected response with status ${status} (${contentType ?? 'no content type'})`, facts)
  }
}

/** The fields that a client reads from the body and headers of an error. */
export interface ReadError {
  readonly code: string | undefined
  readonly messages: readonly string[]
}

/** Reads an error response; `undefined` if it does not have the shape of the API's errors. */
export type ErrorReader = (body: unknown, headers: Headers, status: number) => ReadError | undefined

/** Reads problem details (RFC 9457) and bodies like them: `code` or else `type`; `detail`, `title` or else `message`. */
export const readProblem: ErrorReader = (body) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { code, type, title, detail, message } = body as Readonly<Record<string, unknown>>
  const messages = [detail, title, message].filter((text) => typeof text === 'string').slice(0, 1)
  const named = [code, type].find((text) => typeof text === 'string' && text !== 'about:blank')
  if (messages.length === 0 && named === undefined) return undefined
  return { code: named as string | undefined, messages }
}

/** An error response in the one shape of the API: the body is exactly `{"message": messages}`, the code is a header (spec 7). */
export interface ErrorSpec {
  readonly status: number
  /** One text per problem. */
  readonly messages: readonly string[]
  /** `x-error-code`. */
  readonly code: string
  readonly headers?: Readonly<Record<string, string | number>>
}

/** Thrown by middleware to end a request with an error response; its messages are for the caller. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: { readonly message: readonly string[] }

  constructor({ status, messages, code, headers }: ErrorSpec) {
    super(messages.join('; '))
    this.status = status
    this.code = code
    this.headers = { ...headers, 'x-error-code': code }
    this.body = { message: messages }
  }
}

/** The header of every 401 of the partner API: the authentication scheme (RFC 9110, 11.6.1). */
export const challenge = { 'www-authenticate': 'Bearer realm="partner-api"' } as const

/** The request is not valid HTTP, so no other response is possible. */
export const malformedRequest = (): ApiError =>
  new ApiError({ status: 400, messages: ['Malformed HTTP request'], code: 'malformed_request' })

/** The path does not exist (decision: errors). */
export const notFound = (): ApiError =>
  new ApiError({ status: 404, messages: ['Not found'], code: 'not_found' })

/** The path does not support the method; `Allow` lists the supported ones (RFC 9110, 15.5.6). */
export const methodNotAllowed = (allow: string): ApiError =>
  new ApiError({
    status: 405,
    messages: ['Method not allowed'],
    code: 'method_not_allowed',
    headers: { allow },
  })

/** The request violates a schema, or a rule that no schema expresses; one text per problem. */
export const validationError = (messages: readonly string[]): ApiError =>
  new ApiError({ status: 400, messages, code: 'validation_error' })

/** The request does not identify itself (spec 7). */
export const unauthorized = (code: 'missing_user_agent' | 'missing_app' | 'unknown_app'): ApiError =>
  new ApiError({ status: 401, messages: ['Unauthorized'], code, headers: challenge })

/** `x-cc-app` is missing on the session request (spec 7). */
export const sessionWithoutApp = (): ApiError =>
  new ApiError({ status: 400, messages: ['no x-cc-app was found'], code: 'missing_app' })

/** No usable token; the code names the reason (spec 5, 7). */
export const tokenRefused = (
  code: 'token_missing' | 'token_expired' | 'token_invalid',
  headers: ErrorSpec['headers'] = {},
): ApiError => new ApiError({ status: 400, messages: ['no Authorization token was found'], code, headers })

/** The hint for a token that was sent without its scheme. */
export const bearerHint = 'The Authorization header must be: Bearer <token>'

/**
 * The `Authorization` header is not `Bearer <token>`. The specification fixes status and message (spec 5, 7), so
 * `WWW-Authenticate` explains the fix (RFC 6750, 3).
 */
export const bearerExpected = (): ApiError =>
  tokenRefused('token_invalid', {
    'www-authenticate': `${challenge['www-authenticate']}, error="invalid_request", error_description="${bearerHint}"`,
  })

/** An anonymous token for an operation that requires a customer (decision: errors). */
export const loginRequired = (): ApiError =>
  new ApiError({
    status: 401,
    messages: ['Customer login is required'],
    code: 'login_required',
    headers: challenge,
  })

/** The caller may not use the sandbox controls. */
export const controlRefused = (): ApiError =>
  new ApiError({ status: 401, messages: ['Unauthorized'], code: 'sandbox_key_invalid' })

/** Too many requests in the window; `retryAfterMs` is until its end. */
export const tooManyRequests = (retryAfterMs: number): ApiError =>
  new ApiError({
    status: 429,
    messages: ['Too many requests'],
    code: 'rate_limited',
    headers: { 'retry-after': Math.max(1, Math.ceil(retryAfterMs / 1000)) },
  })

/**
 * The server is overloaded, or a service that it needs is unavailable. The caller may retry in a second (RFC
 * 9110, 15.6.4).
 */
export const serviceUnavailable = (): ApiError =>
  new ApiError({
    status: 503,
    messages: ['Service unavailable'],
    code: 'internal_error',
    headers: { 'retry-after': '1' },
  })

/** A defect, without details. */
export const internalError = (): ApiError =>
  new ApiError({ status: 500, messages: ['Internal server error'], code: 'internal_error' })

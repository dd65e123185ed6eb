import type { Failure } from './answer.ts'

/** No such path (decision: errors). */
export const notFound: Failure = { status: 404, messages: ['Not found'], code: 'not_found' }

/** The path exists, the method does not; `Allow` lists those that do (RFC 9110 15.5.6). */
export const methodNotAllowed = (allow: readonly string[]): Failure => ({
  status: 405,
  messages: ['Method not allowed'],
  code: 'method_not_allowed',
  headers: { allow: allow.join(', ') },
})

/** The request is not HTTP that can be answered any other way. */
export const malformedRequest: Failure = {
  status: 400,
  messages: ['Malformed HTTP request'],
  code: 'malformed_request',
}

/** The body is not JSON in UTF-8. */
export const invalidJson: Failure = {
  status: 400,
  messages: ['Request body is not valid JSON'],
  code: 'invalid_json',
}

/** The body has more bytes than the limit. */
export const payloadTooLarge: Failure = {
  status: 413,
  messages: ['Request body is too large'],
  code: 'payload_too_large',
}

/** A body is present and is not declared as JSON in UTF-8. */
export const unsupportedMediaType: Failure = {
  status: 415,
  messages: ['Content-Type must be application/json'],
  code: 'unsupported_media_type',
}

/** A compressed body: never inflated, so that a small request cannot become a large one. */
export const unsupportedEncoding: Failure = {
  status: 415,
  messages: ['Content-Encoding is not supported'],
  code: 'unsupported_media_type',
}

/** The request breaks its schema; one text per problem. */
export const validationFailure = (messages: readonly string[]): Failure => ({
  status: 400,
  messages,
  code: 'validation_error',
})

/** The server cannot work now: too much to do, or what it needs is away. The caller may come back in a second (RFC 9110 15.6.4). */
export const serviceUnavailable: Failure = {
  status: 503,
  messages: ['Service unavailable'],
  code: 'internal_error',
  headers: { 'retry-after': '1' },
}

/** A defect, without any detail of it. */
export const internalError: Failure = {
  status: 500,
  messages: ['Internal server error'],
  code: 'internal_error',
}

import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { isJsonType } from '@contract-kit/openapi/wire'
import { ResponseBreachError } from './responses.ts'

/** One violation of the document by a request. */
export interface Problem {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** The place in the caller's notation: `cards[0].quantity`, `limit`; empty for the whole body. */
  readonly at: string
  /** The expectation, in the words of the validator. */
  readonly message: string
  /** The JSON Schema keyword that was violated; empty if there is none. */
  readonly keyword: string
}

/** Why a request was rejected before its handler ran. */
export type RequestErrorCode =
  | 'not_found'
  | 'method_not_allowed'
  | 'malformed_request'
  | 'malformed_body'
  | 'body_too_large'
  | 'length_required'
  | 'unsupported_media_type'
  | 'unsupported_encoding'
  | 'request_aborted'
  | 'validation_failed'
  | 'unsupported_operation'

const statuses: Readonly<Record<RequestErrorCode, number>> = {
  not_found: 404,
  method_not_allowed: 405,
  malformed_request: 400,
  malformed_body: 400,
  body_too_large: 413,
  length_required: 411,
  unsupported_media_type: 415,
  unsupported_encoding: 415,
  request_aborted: 400,
  validation_failed: 400,
  unsupported_operation: 501,
}

/** A request that violates the document. All other errors come from the application. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: RequestErrorCode
  readonly status: number
  /** Headers for the response, such as `allow`. */
  readonly headers: Readonly<Record<string, string>>
  /** At most 20, path parameters first; empty unless validation failed. */
  readonly problems: readonly Problem[]

  constructor(
    code: RequestErrorCode,
    message: string,
    more: { readonly headers?: Record<string, string>; readonly problems?: readonly Problem[] } = {},
  ) {
    super(message)
    this.code = code
    this.status = statuses[code]
    this.headers = more.headers ?? {}
    this.problems = more.problems ?? []
  }
}

/** An error response. */
export interface ErrorResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | number>>
  /** Default: `application/json`. */
  readonly mediaType?: string
  readonly body: unknown
}

/**
 * Converts every error to a response: errors of this package, errors that guards and handlers throw or pass to `next`, and defects.
 * `response.locals.operation` is the operation, if one was found.
 */
export type ErrorMapper = (error: unknown, request: Request, response: Response) => ErrorResponse

/** Problem details (RFC 9457): the default. A defect is 500 without detail. */
export const problemDetails: ErrorMapper = (error) => {
  if (!(error instanceof RequestError)) return toProblem(statusOf(error), undefined, {})
  const errors = error.problems.map((problem) => ({
    in: problem.in,
    at: problem.at,
    detail: problem.message,
  }))
  return {
    ...toProblem(error.status, error.message, errors.length === 0 ? {} : { errors }),
    headers: error.headers,
  }
}

function toProblem(status: number, detail: string | undefined, more: object): ErrorResponse {
  const title = STATUS_CODES[status] ?? 'Error'
  return {
    status,
    mediaType: 'application/problem+json',
    body: { type: 'about:blank', title, status, ...(detail === undefined ? {} : { detail }), ...more },
  }
}

/** The status of an expected error, set by Express and its middleware; undefined for a defect. */
function statusOf(error: unknown): number {
  const isDefect = !(error instanceof Error) || error instanceof ResponseBreachError
  const status = !isDefect && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status <= 499 ? status : 500
}

/** An error handler that sends the response of the mapper. Mount it last, after everything that may fail. */
export function errorHandler(mapper: ErrorMapper = problemDetails): ErrorRequestHandler {
  return (error, request, response, next) => {
    // The response is complete: the failure concerns the rest of the request.
    if (response.writableEnded) return
    // A started response cannot be replaced, so Express closes the connection.
    if (response.headersSent) {
      next(error)
      return
    }
    const { status, headers, mediaType = 'application/json', body } = mapper(error, request, response)
    // The mapper has already serialized an error that is not JSON.
    const isWritten = typeof body === 'string' && !isJsonType(mediaType)
    sendBody(response, { status, headers, mediaType, body: isWritten ? body : JSON.stringify(body) })
  }
}

/** The Content-Type of text in UTF-8. */
export const withCharset = (mediaType: string): string =>
  mediaType.includes('charset=') ? mediaType : `${mediaType}; charset=utf-8`

/** Writes a whole response. Express's own `json` responds with 304 to `If-None-Match: *`, which few documents declare. */
export function sendBody(
  response: Response,
  {
    status,
    headers = {},
    mediaType,
    body,
  }: {
    readonly status: number
    readonly headers?:
      Readonly<Record<string, string | number | boolean | readonly string[] | undefined>> | undefined
    readonly mediaType: string
    readonly body: string | Uint8Array | undefined
  },
): void {
  response.statusCode = status
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined)
      response.setHeader(
        name,
        typeof value === 'boolean' || typeof value === 'number' ? String(value) : value,
      )
  }
  if (body === undefined) {
    // No Content-Length for a response that cannot have content (RFC 9110, 8.6).
    if (status >= 200 && status !== 204 && status !== 304) response.setHeader('content-length', '0')
    response.end()
    return
  }
  const isText = typeof body === 'string'
  response.setHeader('content-type', isText ? withCharset(mediaType) : mediaType)
  response.setHeader('content-length', isText ? Buffer.byteLength(body) : body.byteLength)
  response.end(body)
}

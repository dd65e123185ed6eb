import {
  type ErrorMapper,
  type ErrorResponse,
  type OnBreach,
  operationOf,
  type Problem,
  RequestError,
} from '@contract-kit/express'
import { PaymentUnavailableError, StoreUnavailableError } from '@giftcards/marketplace'
import type { Response } from 'express'
import type { ServiceLog } from '../observe/log.ts'
import { localsOf } from '../observe/locals.ts'
import type { Metrics } from '../observe/metrics.ts'
import {
  ApiError,
  internalError,
  malformedRequest,
  methodNotAllowed,
  notFound,
  serviceUnavailable,
  validationError,
} from './api-error.ts'
import { refusalCatalogue } from './refusal-catalogue.ts'

/** Converts any error of a request to the common error shape, and logs defects. */
export function createErrorMapper(log: Pick<ServiceLog, 'defect'>): ErrorMapper {
  return (error, _request, response) => {
    const known = toApiError(error, response)
    if (known !== undefined) return toResponse(known)
    log.defect(error, { ...placeOf(response), status: 500 })
    return toResponse(internalError())
  }
}

/**
 * A response that violates the contract is a defect. The sandbox returns 500 for it. Production counts it and sends it unchanged,
 * because a partner must learn of a placed order (decision: a response that breaks the contract).
 */
export function createOnBreach(
  log: Pick<ServiceLog, 'defect'>,
  metrics: Pick<Metrics, 'countBreach'>,
  isSandbox: boolean,
): OnBreach {
  return (error, _request, response) => {
    // A request that did not arrive in time concerns its connection, which no operation declares (RFC 9110, 15.5.9).
    if (error.status === 408) return undefined
    const [breach] = error.breaches
    log.defect(error, { ...placeOf(response), status: error.status, schemaPlace: breach?.schemaPointer })
    metrics.countBreach(error.operation.operationId ?? 'none', error.status)
    if (!isSandbox) return undefined
    const { status, code, body } = internalError()
    return {
      status,
      headers: { 'x-error-code': code, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    }
  }
}

const toResponse = ({ status, headers, body }: ApiError): ErrorResponse => ({ status, headers, body })

const placeOf = (response: Response) => ({
  requestId: localsOf(response).requestId,
  operationId: operationOf(response)?.operationId,
})

/** Undefined for a defect. */
function toApiError(error: unknown, response: Response): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof RequestError) return fromRequestError(error, response)
  if (error instanceof StoreUnavailableError || error instanceof PaymentUnavailableError)
    return serviceUnavailable()
  // Errors of Express for requests that it cannot parse.
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status <= 499 ? malformedRequest() : undefined
}

function fromRequestError(error: RequestError, response: Response): ApiError | undefined {
  switch (error.code) {
    case 'not_found':
      return notFound()
    case 'method_not_allowed':
      return methodNotAllowed(error.headers['allow'] ?? '')
    case 'malformed_request':
    case 'length_required':
    case 'request_aborted':
      return malformedRequest()
    case 'malformed_body':
      return new ApiError({ status: 400, messages: ['Request body is not valid JSON'], code: 'invalid_json' })
    case 'body_too_large':
      return new ApiError({ status: 413, messages: ['Request body is too large'], code: 'payload_too_large' })
    case 'unsupported_encoding':
    case 'unsupported_media_type':
      return new ApiError({ status: 415, messages: [error.message], code: 'unsupported_media_type' })
    case 'validation_failed':
      return unknownId(error.problems, response) ?? validationError(error.problems.map(toText))
    case 'unsupported_operation':
      return undefined
  }
}

/** A malformed id in a path gets the same response as an unknown one, by the operation's `x-unknown-id`. */
function unknownId(problems: readonly Problem[], response: Response): ApiError | undefined {
  const problem = problems.find((one) => one.in === 'path')
  const codes = operationOf(response)?.object['x-unknown-id'] as Readonly<Record<string, string>> | undefined
  const code = problem === undefined ? undefined : codes?.[problem.at]
  if (code === 'not_found') return notFound()
  const known = Object.entries(refusalCatalogue).find(([kind]) => kind === code)
  return known && new ApiError({ ...known[1], messages: [known[1].message] })
}

/** `cards[0].quantity must be integer`; of the whole body, `Request body must be object`. */
const toText = ({ in: place, at, message }: Problem): string =>
  `${at === '' ? (place === 'body' ? 'Request body' : `Request ${place}`) : at} ${message}`

import { policyAllows } from '../../core/check.ts'
import type { ReadResponse, Exchange } from '../../core/exchange.ts'
import { matchPath, type WireRequest } from '@contract-kit/openapi/wire'
import { findAt, isObject, parsePointer } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import { type Failure, findUndocumented, type UndocumentedProperty } from '@contract-kit/json-schema/schemas'
import {
  type ApiDocument,
  type ApiMedia,
  type ApiOperation,
  essenceOf,
  isSecured,
} from '@contract-kit/openapi'

/**
 * The response as the subject of a message: `The 200 response of getPet`, or `The 200 response to GET /debug` for an undeclared operation.
 */
export const describeResponse = ({ case: { operation, request, path }, response }: Exchange): string =>
  operation?.method === request.method
    ? `The ${response.status} response of ${operation.id}`
    : `The ${response.status} response to ${request.method} ${path}`

/** The properties of a response that its schema does not declare; none for a response without a schema. */
export const undocumentedIn = oncePer(
  ({ response: { json }, media }: Exchange): readonly UndocumentedProperty[] =>
    json === undefined || media?.schema === undefined ? [] : findUndocumented(media.schema, json),
)

/** One failure as a clause: `/pets/name is not of type string`. For alternatives, includes why the nearest one fails. */
export const describeFailure = (failure: Failure): string => {
  const nearest = failure.branches.reduce<readonly Failure[] | undefined>(
    (best, branch) => (best === undefined || branch.length < best.length ? branch : best),
    undefined,
  )
  const reason = nearest?.[0] === undefined ? '' : ` (nearest: ${describeFailure(nearest[0])})`
  return `${describePlace(failure.instancePointer)} ${failure.message}${reason}`
}

/** Array indices are omitted, because they differ between responses. */
const describePlace = (pointer: string): string =>
  pointer === ''
    ? 'the body'
    : parsePointer(pointer)
        .filter((token) => !/^\d+$/.test(token))
        .map((token) => `/${token}`)
        .join('') || 'an item'

/**
 * Whether headers and body must match the documentation of the status. A server error is exempt unless a policy allows it, because it is
 * always a fault. A rejection by the HTTP library is also exempt, because the API never received the request.
 */
export const bindsResponse = (exchange: Exchange): boolean =>
  (exchange.case.operation === undefined || declaredOperation(exchange) !== undefined) &&
  exchange.documented !== undefined &&
  (exchange.response.status < 500 || policyAllows(exchange)) &&
  !isParserRefusal(exchange.response)

/** The operation that documents this response. Undefined for an undeclared method; for an undeclared HEAD, the GET. */
export const declaredOperation = ({ case: { operation, request } }: Exchange): ApiOperation | undefined =>
  operation?.method === request.method ? operation : undefined

/** For checks that judge a response by the declaration of its operation. */
export const isDeclared = (operation: ApiOperation | undefined): boolean => operation !== undefined

/** The methods that the document declares for a path template, and for all other templates that match the target. */
export const declaredMethods = (document: ApiDocument, path: string, target: string): ReadonlySet<string> =>
  new Set(
    [path, ...matchingPaths(document, target)].flatMap((template) => [
      ...(document.paths.get(template) ?? []).map(({ method }) => method),
      ...document.unread
        .filter((entry) => entry.path === template)
        .flatMap(({ method }) => method ?? ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'QUERY']),
    ]),
  )

/** The path templates that match a request target, in document order. */
export const matchingPaths = (document: ApiDocument, target: string): readonly string[] => {
  const path = target.split('?')[0] ?? ''
  return [...document.paths.keys()].filter((template) => matchPath(template, path) !== undefined)
}

/** Whether an `Accept` header allows a media type. The most specific range decides; `q=0` excludes (RFC 9110, 12.5.1). */
export const acceptsType = (accept: string, contentType: string): boolean => {
  const type = essenceOf(contentType)
  const ranges = accept.split(',').map(parseRange)
  for (const wanted of [type, `${type.split('/')[0] ?? ''}/*`, '*/*']) {
    const matches = ranges.filter(({ range }) => range === wanted)
    if (matches.length > 0) return matches.some(({ refused }) => !refused)
  }
  return false
}

const parseRange = (text: string): { readonly range: string; readonly refused: boolean } => ({
  range: essenceOf(text),
  refused: /;\s*q=0(\.0*)?\s*(;|$)/i.test(text),
})

const REFUSALS = new Set([400, 408, 411, 413, 414, 417, 431, 505])

/**
 * Whether an HTTP library rejected the request before it reached the API: it closes the connection and sends no other header, including
 * `Date`. The document describes only the API.
 */
const isParserRefusal = ({ status, body, header }: ReadResponse): boolean =>
  REFUSALS.has(status) &&
  body.length === 0 &&
  header('date') === undefined &&
  header('connection')?.toLowerCase() === 'close'

/** Sizes in bytes above which any server may reject a request. */
const LONG_TARGET = 2_000
const LONG_HEADERS = 4_000
const LONG_BODY = 100_000

/**
 * Whether HTTP permits the rejection without documentation (RFC 9110, 15.5; RFC 6585). Examples: too many requests, too large a request, an
 * unavailable media type.
 */
export const isProtocolRefusal = (exchange: Exchange): boolean => {
  const { response, case: request, verdict } = exchange
  if (isParserRefusal(response)) return true
  switch (response.status) {
    case 406:
      return isUnacceptable(exchange) || asksForOneOfARange(exchange)
    case 413:
      return (request.request.body?.length ?? 0) > LONG_BODY
    case 414:
      return request.request.target.length > LONG_TARGET
    case 415:
      return verdict?.faults.some(({ keyword }) => keyword === 'contentType') === true
    case 429:
      return true
    case 431:
      return (
        request.request.headers.reduce((size, [name, value]) => size + name.length + value.length, 0) >
        LONG_HEADERS
      )
    default:
      return false
  }
}

/** Whether the request accepts none of the documented media types of success responses. False if none is documented. */
export const isUnacceptable = (exchange: Exchange): boolean => {
  const accept = requestHeader(exchange.case.request, 'accept')
  const operation = declaredOperation(exchange)
  if (accept === undefined || operation === undefined) return false
  const offered = offeredMedia(operation)
  return offered.length > 0 && !offered.some(({ contentType }) => canSatisfy(accept, contentType))
}

/** A documented range, such as Spring's `*\/*`, does not promise every media type in it. */
const asksForOneOfARange = (exchange: Exchange): boolean => {
  const accept = requestHeader(exchange.case.request, 'accept')
  const operation = declaredOperation(exchange)
  if (accept === undefined || operation === undefined) return false
  const offered = offeredMedia(operation)
  return (
    offered.some(({ contentType }) => contentType.includes('*')) &&
    !offered.some(({ contentType }) => acceptsType(accept, contentType))
  )
}

const offeredMedia = ({ responses }: ApiOperation): readonly ApiMedia[] => {
  const successes = [...responses.values()].filter(({ status }) => status.startsWith('2'))
  return (successes.length > 0 ? successes : [...responses.values()]).flatMap(({ media }) => media)
}

const canSatisfy = (accept: string, offered: string): boolean =>
  acceptsType(accept, offered) ||
  (offered.includes('*') && accept.split(',').some((range) => covers(offered, range)))

const covers = (wildcard: string, range: string): boolean => acceptsType(wildcard, range)

/** The first value of a request header, by lower-case name; undefined if missing. */
export const requestHeader = (request: WireRequest, name: string): string | undefined =>
  request.headers.find(([key]) => key === name)?.[1]

/** Whether the request has the credentials that the operation requires. */
export const isAuthorized = ({ document, case: { operation, auth } }: Exchange): boolean =>
  auth === 'given' || operation === undefined || !requiresCredentials(document, operation)

/**
 * Whether the server must reject a request without credentials: no alternative is anonymous or consists only of a client certificate, which
 * is not visible in requests.
 */
export const requiresCredentials = (
  document: ApiDocument,
  operation: ApiOperation,
  authScheme?: string,
): boolean =>
  isSecured(operation) &&
  document.securitySchemes.get(authScheme ?? '')?.type !== 'mutualTLS' &&
  operation.security.every(({ schemes }) =>
    schemes.some(({ name }) => document.securitySchemes.get(name)?.type !== 'mutualTLS'),
  )

/** Whether a path is the token endpoint of an OAuth flow, which rejects well-formed requests with unknown credentials. */
export const mintsCredentials = (document: ApiDocument, path: string): boolean => {
  const schemes = findAt(document.raw, '/components/securitySchemes')
  if (!isObject(schemes)) return false
  return Object.values(schemes)
    .flatMap((scheme) =>
      isObject(scheme) && isObject(scheme['flows']) ? Object.values(scheme['flows']) : [],
    )
    .some(
      (flow) =>
        isObject(flow) && typeof flow['tokenUrl'] === 'string' && pathOf(flow['tokenUrl']).endsWith(path),
    )
}

const pathOf = (url: string): string =>
  URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : url

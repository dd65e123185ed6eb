import { type Json, own } from '@contract-kit/json-schema/json'
import { isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { type ApiDocument, type ApiOperation, findMedia, type SecurityScheme } from '@contract-kit/openapi'
import {
  findRoute,
  judgeRequest,
  mediaKindOf,
  readFormBody,
  readParameters,
  type RequestFault,
  type WireRequest,
} from '@contract-kit/openapi/wire'
import { noBytes, type Reply, type SentRequest } from './server.ts'

/** A statement of the document that a request or a response breaks, in the form of Prism's header `sl-violations`. */
export interface Violation {
  readonly location: readonly string[]
  readonly severity: 'Error'
  readonly code: string
  readonly message: string
}

/** An error in Prism's format. */
export interface Fault {
  /** Its possible statuses, the likeliest first. The first declared one is used. */
  readonly statuses: readonly number[]
  /** The suffix of its problem type. */
  readonly type: string
  readonly title: string
}

const problemOf = (type: string, title: string, ...statuses: readonly number[]): Fault => ({
  type,
  title,
  statuses,
})

export const faults = {
  noPath: problemOf('NO_PATH_MATCHED_ERROR', 'Route not resolved, no path matched', 404),
  noMethod: problemOf('NO_METHOD_MATCHED_ERROR', 'Route resolved, but no path matched', 405),
  unread: problemOf('NOT_SUPPORTED', 'The operation cannot be read', 501),
  malformed: problemOf('MALFORMED_REQUEST', 'Malformed request', 400, 422),
  tooLarge: problemOf('CONTENT_TOO_LARGE', 'Content too large', 413, 400),
  credentials: problemOf('UNAUTHORIZED', 'Invalid security scheme used', 401),
  mediaType: problemOf('INVALID_CONTENT_TYPE', 'Invalid content type', 415, 422, 400),
  invalid: problemOf('UNPROCESSABLE_ENTITY', 'Invalid request', 422, 400),
  response: problemOf('VIOLATIONS', 'Request/Response not valid', 500),
  upstream: problemOf('UPSTREAM_FAILED', 'The server gave no response', 502),
} as const

/** The verdict on a request. */
export interface Verdict {
  readonly operation?: ApiOperation
  readonly fault?: Fault
  readonly violations: readonly Violation[]
  /** Headers for the error response. */
  readonly headers?: Readonly<Record<string, string>>
  /** The methods of the path, for an `Allow` header. */
  readonly allow?: string
}

/** Validates a request: path, method, credentials, parameters and body. */
export function judge(document: ApiDocument, request: SentRequest): Verdict {
  const { body } = request
  if (body === undefined) return reject(faults.tooLarge, 'body', 'size', 'The body is larger than 10 MB')
  const coding = headerOf(request, 'content-encoding') || 'identity'
  if (body.length > 0 && coding.toLowerCase() !== 'identity')
    return reject(faults.mediaType, 'body', 'encoding', `The Content-Encoding ${coding} is not supported`)
  const [path = ''] = request.target.split('?', 1)
  if (!isDecodable(path))
    return reject(faults.malformed, 'path', 'encoding', 'The path has a malformed escape')
  const route = findRoute(document, path)
  if (route === undefined)
    return reject(faults.noPath, 'path', 'path', `The route ${path} hasn't been found in the document`)
  const { template, operations } = route
  const find = (method: string) => operations.find((one) => one.method === method)
  const operation = find(request.method) ?? (request.method === 'HEAD' ? find('GET') : undefined)
  if (operation === undefined) {
    const unread = document.unread.find(
      ({ path: other, method = request.method }) => other === template && method === request.method,
    )
    if (unread !== undefined) return reject(faults.unread, 'method', 'unread', unread.reason)
    const methods = operations.map(({ method }) => method)
    const allow = [...new Set([...methods, ...(find('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ')
    if (request.method === 'OPTIONS') return { allow, violations: [] }
    const detail = `The route ${path} has no method ${request.method}`
    return { ...reject(faults.noMethod, 'method', 'method', detail), headers: { allow } }
  }
  const challenges = missingCredentials(document, operation, request)
  if (challenges !== undefined)
    return {
      operation,
      ...reject(faults.credentials, 'headers', 'security', 'The request has no credentials'),
      ...(challenges !== '' && { headers: { 'www-authenticate': challenges } }),
    }
  const isTaken = takenBy(operation, request)
  const found = judgeRequest(operation, request).faults.filter((one) => !isTaken(one))
  return {
    operation,
    violations: found.map(toViolation),
    ...(found.length > 0 && { fault: faultOf(found) }),
  }
}

const isAllowed = (schema: SchemaNode | undefined, value: Json): boolean =>
  schema === undefined || isValid(schema, value, { direction: 'request' })

/** Tests whether the part with a fault has a valid reading, since an escaped text may have several. */
function takenBy(operation: ApiOperation, { target, headers, body = noBytes }: SentRequest) {
  const header = (name: string) =>
    headers.flatMap(([key, text]) => (key === name.toLowerCase() ? [text] : []))
  const read = readParameters(operation, { target, header })
  const media = findMedia(operation.body?.media ?? [], header('content-type')[0] ?? '')
  return ({ location, name, keyword }: RequestFault): boolean => {
    // A server may ignore read-only properties (JSON Schema 2020-12 Validation, 9.4).
    if (keyword === 'readOnly') return true
    if (location === 'body') {
      const isForm = media !== undefined && mediaKindOf(media.contentType) === 'form'
      return isForm && isAllowed(media.schema, readFormBody(media, Buffer.from(body).toString()))
    }
    const parameter = operation.parameters.find((one) => one.in === location && one.name === name)
    const value = read && own(read.values[location], name)
    return value !== undefined && isAllowed(parameter?.schema, value)
  }
}

/** The verdict on a request that has one fault. */
export const reject = (fault: Fault, place: string, code: string, message: string): Verdict => ({
  fault,
  violations: [{ location: ['request', place], severity: 'Error', code, message }],
})

function faultOf(found: readonly RequestFault[]): Fault {
  if (found.some(({ keyword }) => keyword === 'contentType')) return faults.mediaType
  return found.some(({ keyword }) => keyword === 'syntax') ? faults.malformed : faults.invalid
}

const toViolation = ({ location, name, keyword, message, failure }: RequestFault): Violation => {
  const pointer = failure?.instancePointer.slice(1) ?? ''
  const keys = [name, ...pointer.split('/')].filter((key) => key !== '')
  return { location: ['request', location, ...keys], severity: 'Error', code: keyword, message }
}

/** The value of a header; empty if there is none. */
export const headerOf = ({ headers }: WireRequest, name: string): string =>
  headers.find(([key]) => key === name.toLowerCase())?.[1] ?? ''

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The challenges if a request has the credentials of no alternative; undefined if it is authorized. Accepts any value. */
function missingCredentials(
  { securitySchemes }: ApiDocument,
  { security }: ApiOperation,
  request: WireRequest,
): string | undefined {
  const wanted = security.map(({ schemes }) => schemes.map(({ name }) => securitySchemes.get(name)))
  if (wanted.length === 0 || wanted.some((all) => all.every((one) => !one || hasCredential(one, request))))
    return undefined
  const challenges = wanted.flat().flatMap((scheme) => {
    const isBearer =
      scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect' || scheme?.scheme === 'bearer'
    if (isBearer) return ['Bearer']
    return scheme?.scheme === 'basic' ? ['Basic realm="*"'] : []
  })
  return [...new Set(challenges)].join(', ')
}

function hasCredential(
  { type, scheme = 'bearer', in: place, parameterName = '' }: SecurityScheme,
  request: WireRequest,
): boolean {
  if (type === 'mutualTLS') return true
  if (type !== 'apiKey')
    return headerOf(request, 'authorization').toLowerCase().startsWith(`${scheme.toLowerCase()} `)
  if (place === 'query') return new URLSearchParams(request.target.replace(/^[^?]*/, '')).has(parameterName)
  if (place === 'cookie')
    return headerOf(request, 'cookie')
      .split(';')
      .some((pair) => pair.trim().startsWith(`${parameterName}=`))
  return headerOf(request, parameterName) !== ''
}

/** Problem details (RFC 9457) with Prism's types. */
export function toProblem(
  { type, title, statuses: [status = 500] }: Fault,
  { violations, headers }: Pick<Verdict, 'violations' | 'headers'>,
): Reply {
  const problem = {
    type: `https://stoplight.io/prism/errors#${type}`,
    title,
    status,
    detail: violations.map(({ message }) => message).join('; '),
    validation: violations,
  }
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers, ...violationHeader(violations) },
    body: Buffer.from(JSON.stringify(problem)),
  }
}

/** The header `sl-violations`, in ASCII, truncated to a length that clients accept. */
export function violationHeader(violations: readonly Violation[]): Readonly<Record<string, string>> {
  if (violations.length === 0) return {}
  const text = JSON.stringify(violations).replaceAll(
    /[^\x20-\x7E]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return { 'sl-violations': text.length > 8_000 ? `Too many violations! ${text.slice(0, 8_000)}` : text }
}

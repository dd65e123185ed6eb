import { isUtf8 } from 'node:buffer'
import { type Json, tryJson } from '@contract-kit/json-schema/json'
import { type ApiDocument, type ApiOperation, type ApiParameter, findMedia } from '@contract-kit/openapi'
import {
  judgeRequest,
  mediaKindOf,
  parseMultipart,
  percentDecode,
  readFormBody,
  readMultipartBody,
  readParameters,
  readTextBody,
  type RequestFault,
  type RequestValues,
  type RequestVerdict,
  typesOfAny,
  type WireRequest,
} from '@contract-kit/openapi/wire'
import { allChecks } from '../checks/all-checks.ts'
import type { Finding } from '../core/check.ts'
import {
  type ReadResponse,
  type Case,
  type CheckSettings,
  createExchange,
  type Exchange,
  readResponse,
} from '../core/exchange.ts'
import { MASK } from '../http/secrets.ts'
import type { Credentials } from '../session/credentials.ts'
import type { Place } from './find-place.ts'
import { headerOf, isBodiless, type SeenExchange } from './seen-exchange.ts'
import { toTrafficChecks } from './traffic-checks.ts'

/** Judges a response without its request, with some checks. */
export const judgeLoneResponse = (
  document: ApiDocument,
  operation: ApiOperation,
  response: ReadResponse,
  {
    checks,
    ...settings
  }: Omit<CheckSettings, 'maxResponseTimeMs'> & { readonly checks: ReadonlySet<string> },
): readonly Finding[] => {
  const request = { method: operation.method, target: operation.path, headers: [], body: undefined }
  const sent = toCase({ path: operation.path, operation }, request)
  const allSettings = { ...settings, maxResponseTimeMs: undefined }
  const exchange = createExchange(document, sent, response, [], allSettings, UNKNOWN)
  return responseChecks.filter(({ id }) => checks.has(id)).flatMap((check) => check.verify(exchange))
}

const responseChecks = toTrafficChecks(allChecks).filter(({ needs }) => needs === 'response')

/** Checks that need only the response and the operation. */
export const RESPONSE_CHECKS: ReadonlySet<string> = new Set(responseChecks.map(({ id }) => id))

/** The verdict for an unknown request, which is not judged. */
const UNKNOWN: RequestVerdict = { isValid: false, isInvalid: false, faults: [] }

/** Converts a recorded exchange to the form that checks read. Parts that were not recorded are not judged. */
export const toExchange = (
  document: ApiDocument,
  place: Place,
  seen: SeenExchange,
  { settings, credentials }: { readonly settings: CheckSettings; readonly credentials: Credentials },
): Exchange => {
  const { operation } = place
  const mayHave = (header: string): boolean => UNSHOWN.has(header) || seen.mayHave?.(header) === true
  const request = toRequest(place, seen)
  const readable = operation && readablePart(operation, request, seen, mayHave)
  const verdict = readable && judgeRequest(readable, request)
  const isAnonymous = operation !== undefined && !credentials.mayBeIn(operation, request, mayHave)
  const sent: Case = {
    ...toCase(place, request),
    mode: verdict?.isInvalid === true ? 'negative' : 'positive',
    values: operation && readValues(operation, request, seen),
    auth: isAnonymous ? 'none' : 'given',
    recorded: {
      baseUrl: place.baseUrl,
      faults: readable === undefined || verdict?.isInvalid !== true ? [] : certainFaults(readable, request),
      mayHave,
      isBodySeen: seen.requestBody !== 'unseen',
    },
  }
  const exchange = createExchange(document, sent, toResponse(seen), [], settings, verdict)
  return withoutUnseen(exchange, isResponseSeen(seen), mayHave)
}

/** Connection-specific headers, which a curl line must not repeat. */
const UNSHOWN = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])

const toRequest = (
  { target }: Place,
  { method, requestHeaders, requestBody }: SeenExchange,
): WireRequest => ({
  method,
  target,
  headers: requestHeaders.filter(([name]) => !UNSHOWN.has(name)),
  body: toBody(requestBody),
})

const toBody = (body: SeenExchange['requestBody']): WireRequest['body'] => {
  if (body === 'none') return undefined
  if (body === 'unseen') return new Uint8Array()
  return isUtf8(body) ? Buffer.from(body).toString('utf8') : body
}

const toResponse = ({
  method,
  status,
  responseHeaders: headers,
  responseBody,
  sentAt,
  elapsedMs,
}: SeenExchange): ReadResponse => {
  const isKnown = typeof responseBody !== 'string' && !isBodiless(method, status)
  return readResponse({ status, headers, body: isKnown ? responseBody : new Uint8Array(), elapsedMs, sentAt })
}

/** Whether the body of the response is known and complete; a 206 has only a part (RFC 9110, 15.3.7). */
export const isResponseSeen = ({ method, status, responseBody }: SeenExchange): boolean =>
  isBodiless(method, status) || (responseBody !== 'unseen' && status !== 206)

/** Removes requirements for headers and bodies that are masked or were not recorded. */
const withoutUnseen = (
  exchange: Exchange,
  isBodySeen: boolean,
  mayHave: (header: string) => boolean,
): Exchange => {
  const { documented, response } = exchange
  if (documented === undefined) return exchange
  const headers = documented.headers.filter(({ name }) => {
    const value = response.header(name.toLowerCase())
    return value === undefined ? !mayHave(name.toLowerCase()) : !value.includes(MASK)
  })
  const shown = headers.length === documented.headers.length ? documented : { ...documented, headers }
  return isBodySeen
    ? { ...exchange, documented: shown }
    : { ...exchange, documented: { ...shown, media: [] }, media: undefined, bodyFailures: [] }
}

const toCase = ({ path, operation }: Pick<Place, 'path' | 'operation'>, request: WireRequest): Case => ({
  phase: 'traffic',
  operation,
  path,
  scenario: 'recorded request',
  mode: 'positive',
  target: {
    location: 'operation',
    name: '',
    keyword: '',
    pointer: operation?.pointer ?? '',
    documentUri: operation?.documentUri ?? '',
  },
  values: undefined,
  request,
  auth: 'given',
})

/** The operation with only the recorded parameters and body. */
const readablePart = (
  operation: ApiOperation,
  { target, headers }: WireRequest,
  { requestBody }: SeenExchange,
  mayHave: (header: string) => boolean,
): ApiOperation => {
  const masked = new Set(
    [...new URLSearchParams(target.split('?')[1] ?? '')].flatMap(([name, value]) =>
      value === MASK ? [name] : [],
    ),
  )
  const isShown = ({ in: place, name }: ApiParameter): boolean => {
    if (place === 'path') return !target.includes(MASK)
    if (place === 'query') return !masked.has(name)
    const header = place === 'cookie' ? 'cookie' : name.toLowerCase()
    const value = headerOf(headers, header)
    return value === undefined ? !mayHave(header) : !value.includes(MASK)
  }
  if (operation.parameters.every(isShown) && requestBody !== 'unseen') return operation
  const parameters = operation.parameters.map((one) => (isShown(one) ? one : asAny(one)))
  return { ...operation, parameters, body: requestBody === 'unseen' ? undefined : operation.body }
}

/** A parameter with any or no value; its name still marks the query fields that belong to it. */
const asAny = (parameter: ApiParameter): ApiParameter => ({
  ...parameter,
  required: false,
  schema: undefined,
})

/** The faults in parts that are invalid on their own. Other faults may be invisible to some servers. */
const certainFaults = (operation: ApiOperation, request: WireRequest): readonly RequestFault[] => {
  const { parameters } = operation
  const parts = [
    ...parameters.map((own) => ({
      ...operation,
      body: undefined,
      parameters: parameters.map((one) => (one === own ? one : asAny(one))),
    })),
    { ...operation, parameters: [] },
  ]
  return parts.flatMap((part) => {
    const { isInvalid, faults } = judgeRequest(part, request)
    return isInvalid ? faults : []
  })
}

/** The values of a request, for coverage. A body with an undocumented media type has none. */
const readValues = (
  operation: ApiOperation,
  request: WireRequest,
  { requestBody }: SeenExchange,
): RequestValues | undefined => {
  const header = (name: string): readonly string[] =>
    request.headers.flatMap(([key, value]) => (key === name.toLowerCase() ? [value] : []))
  const values = readParameters(operation, { target: request.target, header })?.values
  const contentType = headerOf(request.headers, 'content-type')
  if (values === undefined) return undefined
  if (contentType === undefined || typeof requestBody === 'string') return { ...values, body: undefined }
  const value = readBody(operation, contentType, Buffer.from(requestBody).toString('utf8'))
  return { ...values, body: value === undefined ? undefined : { contentType, value } }
}

const readBody = ({ body }: ApiOperation, contentType: string, text: string): Json | undefined => {
  const media = findMedia(body?.media ?? [], contentType)
  switch (media && mediaKindOf(contentType)) {
    case 'json':
      return tryJson(text)?.value
    case 'form':
      return media && readFormBody(media, text)
    case 'multipart': {
      const parts = parseMultipart(contentType, text)
      return media && parts && readMultipartBody(media, parts)
    }
    case 'text':
      return media && readTextBody(media, text)
    default:
      return undefined
  }
}

/** The names of query parameters that the operation does not declare. */
export const undeclaredParameters = (
  { parameters, queryString }: ApiOperation,
  target: string,
  isCredential: (name: string) => boolean,
): readonly string[] => {
  const at = target.indexOf('?')
  // An exploded object may use fields of any name.
  if (at === -1 || queryString !== undefined || parameters.some(isSpread)) return []
  const declared = new Set(parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : [])))
  const names = target.slice(at + 1).split('&').map((pair) => percentDecode(pair.split('=')[0] ?? '')) // prettier-ignore
  return [...new Set(names)].filter(
    (name) =>
      name !== '' && !declared.has(name) && !declared.has(name.replace(/\[.*$/, '')) && !isCredential(name),
  )
}

/** Whether a parameter is an exploded object with its own query field names. */
const isSpread = ({ in: place, style, explode, schema }: ApiParameter): boolean =>
  place === 'query' &&
  style === 'form' &&
  explode &&
  typesOfAny(schema === undefined ? [] : [schema]).has('object')

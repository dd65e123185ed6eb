import { type Check, createFinding, defineCheck, type Finding, policyAllows } from '../../core/check.ts'
import type { Case, Exchange } from '../../core/exchange.ts'
import { equalJson, findAt, type Json } from '@contract-kit/json-schema/json'
import { hasWriter, type RequestFault, typesOfAny } from '@contract-kit/openapi/wire'
import { findIdempotencyKey, rejectsOtherRequests } from '@contract-kit/resources/exchanges'
import {
  declaredOperation,
  describeResponse,
  isAuthorized,
  isDeclared,
  isProtocolRefusal,
  mintsCredentials,
  requestHeader,
} from './exchange-facts.ts'

/** Statuses that do not depend on the data: credentials, payment, server state, method or `Accept`. Other checks judge the last two. */
const NOT_ABOUT_DATA = new Set([401, 402, 403, 404, 405, 406, 409, 410])

/** A valid request is not rejected, unless a policy allows it. */
export const positiveDataAcceptance: Check = defineCheck({
  id: 'positive-data-acceptance',
  title: 'Valid request is rejected',
  severity: 'medium',
  needs: 'request',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { case: request, response, verdict, documented } = exchange
    const { status } = response
    if (declaredOperation(exchange) === undefined || documented === undefined || request.mode !== 'positive')
      return []
    if (isAlternativeRefused(exchange)) return [refusedAlternative(exchange)]
    if (verdict?.isValid !== true || !isAuthorized(exchange) || request.mayBeRejected === true) return []
    if (status < 400 || status > 499 || NOT_ABOUT_DATA.has(status)) return []
    if (isConditional(request, status) || isProtocolRefusal(exchange) || isWithoutPayload(exchange)) return []
    if (mintsCredentials(exchange.document, request.path) || policyAllows(exchange)) return []
    if (isMadeUp(request) || isKeyReused(exchange)) return []
    const message = `${describeResponse(exchange)} rejects a valid request${describeTarget(request)}.`
    // One key per operation: only one finding, regardless of which valid request is rejected first.
    const finding = createFinding(positiveDataAcceptance, exchange, message)
    return [request.target.pointer === '' ? finding : { ...finding, pointer: request.target.pointer }]
  },
})

/** Whether the operation rejects one of its alternative credentials. A 403 may be about scopes. */
const isAlternativeRefused = ({ case: { auth, authScheme }, response: { status } }: Exchange): boolean =>
  (auth === 'given' || auth === 'other') && authScheme !== undefined && status === 401

const refusedAlternative = (exchange: Exchange): Finding => {
  const { target, authScheme = '' } = exchange.case
  const message = `${describeResponse(exchange)} rejects the credentials of ${authScheme} alone, which the document accepts.`
  const finding = createFinding(positiveDataAcceptance, exchange, message, target.pointer, authScheme)
  // A server usually verifies one kind of credentials in one place.
  return { ...finding, cause: `alternative ${authScheme}` }
}

/**
 * Whether the response is due to a condition or range in the request (RFC 9110, 13 and 14). A server that requires conditions requires them
 * for every change of an existing item (RFC 6585, 3).
 */
const isConditional = ({ request }: Case, status: number): boolean =>
  (status === 412 && request.headers.some(([name]) => name.startsWith('if-'))) ||
  (status === 428 && !request.headers.some(([name]) => name.startsWith('if-'))) ||
  (status === 416 && requestHeader(request, 'range') !== undefined)

/** 413 and 415 for a request without a body belong to `payload-refused-without-payload`. */
const isWithoutPayload = ({ response: { status }, case: { operation, request } }: Exchange): boolean =>
  (status === 413 || status === 415) && operation?.body === undefined && request.body === undefined

/** Whether the body has a media type without an encoder and is not a documented example. Its validity is then unknown. */
const isMadeUp = ({ operation, values }: Case): boolean => {
  const { body } = values ?? {}
  const media = operation?.body?.media.find(({ contentType }) => contentType === body?.contentType)
  if (body === undefined || media === undefined || hasWriter(media)) return false
  return !media.examples.some(({ value }) => equalJson(value, body.value))
}

/** Whether a documented key was sent before, for example because operations share its example. The server rejects its use for another request. */
const isKeyReused = ({ document, case: { operation, target }, response: { status } }: Exchange): boolean =>
  status === 422 &&
  operation !== undefined &&
  target.location === 'header' &&
  target.name === findIdempotencyKey(operation)?.name &&
  rejectsOtherRequests(document, operation)

const describeTarget = ({ target: { location, name, keyword } }: Case): string => {
  if (keyword === '') return ''
  return location === 'body'
    ? ` (the request tests ${keyword} in the body)`
    : ` (the request tests ${keyword} of the ${location} parameter ${name})`
}

/**
 * A request that is invalid in every interpretation is rejected. A missing header belongs to `missing-required-header`, a wrong media type
 * to `content-negotiation`.
 */
export const negativeDataRejection: Check = defineCheck({
  id: 'negative-data-rejection',
  title: 'Invalid request is accepted',
  severity: 'medium',
  needs: 'request',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const fault = findAcceptedFault(exchange)
    if (fault === undefined || isOwnedElsewhere(fault) || isCoercion(exchange, fault)) return []
    const message = `${describeResponse(exchange)} accepts an invalid request: ${fault.message}.`
    const detail = fault.keyword === 'required' ? (fault.failure?.message ?? fault.name) : ''
    const finding = createFinding(negativeDataRejection, exchange, message, fault.pointer, detail)
    const cause = causeInParser(exchange, fault)
    return [cause === undefined ? finding : { ...finding, cause }]
  },
})

/**
 * Identifies the parser setting that causes a fault. A JSON parser has one setting for all properties: it allows unknown ones, treats null
 * as absent, or coerces numbers and booleans. A parameter parser treats all values of a type alike, whether it coerces or ignores an
 * invalid one.
 */
const causeInParser = (exchange: Exchange, fault: RequestFault): string | undefined => {
  const { location, keyword, failure } = fault
  if (failure === undefined) return undefined
  if (location !== 'body') return keyword === 'type' ? causeInType(exchange, fault) : undefined
  if (keyword === 'additionalProperties') return 'unknown properties'
  const value = sentAt(exchange, failure.instancePointer)
  if (keyword !== 'type' || value === undefined || failure.instancePointer === '') return undefined
  if (value === null) return 'null'
  if (typeof value === 'object') return undefined
  return 'scalars'
}

const causeInType = (
  { document }: Exchange,
  { location, documentUri, pointer }: RequestFault,
): string | undefined => {
  const schema = document.schemas.node(documentUri, pointer.slice(0, pointer.lastIndexOf('/')))
  const types = typesOfAny([schema])
  if (types.has('integer')) return `numbers in ${location} parameters`
  return types.has('boolean') ? `booleans in ${location} parameters` : undefined
}

const sentAt = ({ case: { values } }: Exchange, pointer: string): Json | undefined =>
  findAt(values?.body?.value ?? null, pointer)

const isOwnedElsewhere = ({ keyword, location }: RequestFault): boolean =>
  keyword === 'contentType' || (keyword === 'required' && location === 'header')

/** Whether the fault is a number or boolean sent as text in a JSON body. */
const isCoercion = (exchange: Exchange, { location, keyword, failure }: RequestFault): boolean => {
  if (location !== 'body' || keyword !== 'type' || failure === undefined) return false
  const value = sentAt(exchange, failure.instancePointer)
  return typeof value === 'string' && /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value)
}

/**
 * A server that coerces the text `"5"` to the number 5 accepts more than the document allows. This is rarely harmful, so it is reported
 * once.
 */
export const stringCoerced: Check = defineCheck({
  id: 'string-coerced',
  title: 'Strings are accepted as numbers or booleans',
  severity: 'low',
  needs: 'request',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const fault = findAcceptedFault(exchange)
    if (fault === undefined || !isCoercion(exchange, fault)) return []
    const message = `${describeResponse(exchange)} accepts a string in place of a number or boolean: ${fault.message}.`
    return [{ ...createFinding(stringCoerced, exchange, message), pointer: fault.pointer, cause: 'coercion' }]
  },
})

/** A request without a required header is rejected. */
export const missingRequiredHeader: Check = defineCheck({
  id: 'missing-required-header',
  title: 'Request without a required header is accepted',
  severity: 'medium',
  needs: 'request',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const fault = findAcceptedFault(exchange)
    if (fault?.location !== 'header' || fault.keyword !== 'required') return []
    const message = `${describeResponse(exchange)} accepts a request without the required header ${fault.name}.`
    return [createFinding(missingRequiredHeader, exchange, message, fault.pointer)]
  },
})

/**
 * Finds the violated keyword in an accepted request that is invalid in every interpretation. Prefers the fault that the case tests.
 * Undefined if the server rejected the request, or if the request may be valid.
 */
export const findAcceptedFault = (exchange: Exchange): RequestFault | undefined => {
  const {
    verdict,
    case: { mode, target },
  } = exchange
  if (declaredOperation(exchange) === undefined || mode !== 'negative' || !isAuthorized(exchange))
    return undefined
  if (verdict?.isInvalid !== true || !isAcceptance(exchange)) return undefined
  const faults = verdict.faults.filter(({ isCertain }) => isCertain)
  return (
    faults.find(
      ({ pointer, documentUri }) => pointer === target.pointer && documentUri === target.documentUri,
    ) ?? faults[0]
  )
}

/** A redirect counts if it is documented. A 304 does not depend on the request's data, and a 207 reports each part separately. */
const isAcceptance = ({ response: { status }, documented }: Exchange): boolean =>
  (status >= 200 && status < 300 && status !== 207) ||
  (status >= 300 && status < 400 && status !== 304 && documented !== undefined)

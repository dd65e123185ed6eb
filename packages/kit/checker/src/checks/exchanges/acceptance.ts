import { type Check, createFinding, defineCheck, policyAllows } from '../../core/check.ts'
import type { Case, Exchange } from '../../core/exchange.ts'
import { findAt, type Json } from '../../json-schema/base/json.ts'
import type { RequestFault } from '../../http/judge/judge-part.ts'
import {
  declaredOperation,
  describeAnswer,
  isAuthorized,
  isDeclared,
  isProtocolRefusal,
  mintsCredentials,
  requestHeader,
} from './exchange-facts.ts'

/**
 * Refusals that speak of credentials, of payment or of the server's state, not of the data; and those of the method and of Accept,
 * which checks of their own judge.
 */
const NOT_ABOUT_DATA = new Set([401, 402, 403, 404, 405, 406, 409, 410])

/** Steps whose very point is a state in which the request may be refused. */
const MAY_BE_REFUSED = new Set([
  'delete-again',
  'wrong-parent',
  'delete-elsewhere',
  'read-missing',
  'list-missing',
  'create-missing',
  'read-after-delete',
  'wander',
  'condition-stale',
  'condition-absent',
  'condition-weak',
  'read-parent-gone',
  'read-orphan',
  'list-orphans',
  'create-orphan',
  'create-odd',
  'change-odd',
  'create-owned',
  'change-owned',
  'act',
  'failed-create',
])

/** A request that keeps every statement of the document is not refused, unless a policy says why. */
export const positiveDataAcceptance: Check = defineCheck({
  id: 'positive-data-acceptance',
  title: 'Valid request is rejected',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { case: request, answer, verdict, response } = exchange
    const { status } = answer
    if (declaredOperation(exchange) === undefined || response === undefined || request.mode !== 'positive')
      return []
    if (verdict?.isValid !== true || !isAuthorized(exchange) || MAY_BE_REFUSED.has(request.step ?? ''))
      return []
    if (status < 400 || status > 499 || NOT_ABOUT_DATA.has(status)) return []
    if (isConditional(request, status) || isProtocolRefusal(exchange) || isWithoutPayload(exchange)) return []
    if (mintsCredentials(exchange.document, request.path) || policyAllows(exchange)) return []
    const message = `${describeAnswer(exchange)} refuses a valid request${describeTarget(request)}.`
    // One key per operation: whichever valid request is refused first, it is told once.
    const finding = createFinding(positiveDataAcceptance, exchange, message)
    return [request.target.pointer === '' ? finding : { ...finding, pointer: request.target.pointer }]
  },
})

/**
 * A precondition that fails, or a range that cannot be given, was asked for by the request itself (RFC 9110, 13 and 14). One that is
 * demanded is demanded of every client that changes what is there already (RFC 6585, 3).
 */
const isConditional = ({ request }: Case, status: number): boolean =>
  (status === 412 && request.headers.some(([name]) => name.startsWith('if-'))) ||
  (status === 428 && !request.headers.some(([name]) => name.startsWith('if-'))) ||
  (status === 416 && requestHeader(request, 'range') !== undefined)

/** 413 and 415 to nothing belong to `payload-refused-without-payload`. */
const isWithoutPayload = ({ answer: { status }, case: { operation, request } }: Exchange): boolean =>
  (status === 413 || status === 415) && operation?.body === undefined && request.body === undefined

const describeTarget = ({ target: { location, name, keyword } }: Case): string => {
  if (keyword === '') return ''
  return location === 'body'
    ? ` (it tries ${keyword} in the body)`
    : ` (it tries ${keyword} of the ${location} ${name})`
}

/**
 * A request that is invalid however a server may read it is refused. A missing header belongs to
 * `missing-required-header`, a wrong media type to `content-negotiation`.
 */
export const negativeDataRejection: Check = defineCheck({
  id: 'negative-data-rejection',
  title: 'Invalid request is accepted',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const fault = findAcceptedFault(exchange)
    if (fault === undefined || isOwnedElsewhere(fault) || isCoercion(exchange, fault)) return []
    const message = `${describeAnswer(exchange)} accepts an invalid request: ${fault.message}.`
    const detail = fault.keyword === 'required' ? (fault.failure?.message ?? fault.name) : ''
    const finding = createFinding(negativeDataRejection, exchange, message, fault.pointer, detail)
    const cause = causeInParser(exchange, fault)
    return [cause === undefined ? finding : { ...finding, cause }]
  },
})

/**
 * What the reader of JSON bodies decides once, for all properties: whether unknown ones pass, whether null is as good as absent, whether
 * a number or a boolean becomes what it is not.
 */
const causeInParser = (
  exchange: Exchange,
  { location, keyword, failure }: RequestFault,
): string | undefined => {
  if (location !== 'body' || failure === undefined) return undefined
  if (keyword === 'additionalProperties') return 'unknown properties'
  const value = sentAt(exchange, failure.instancePointer)
  if (keyword !== 'type' || value === undefined || failure.instancePointer === '') return undefined
  if (value === null) return 'null'
  if (typeof value === 'object') return undefined
  return 'scalars'
}

const sentAt = ({ case: { values } }: Exchange, pointer: string): Json | undefined =>
  findAt(values?.body?.value ?? null, pointer)

const isOwnedElsewhere = ({ keyword, location }: RequestFault): boolean =>
  keyword === 'contentType' || (keyword === 'required' && location === 'header')

/** A number or a boolean in a JSON body that is sent as a text, and taken for what it says. */
const isCoercion = (exchange: Exchange, { location, keyword, failure }: RequestFault): boolean => {
  if (location !== 'body' || keyword !== 'type' || failure === undefined) return false
  const value = sentAt(exchange, failure.instancePointer)
  return typeof value === 'string' && /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value)
}

/** A server that takes the text `"5"` for the number 5 accepts what the document does not: harmless to most, and said once. */
export const stringCoerced: Check = defineCheck({
  id: 'string-coerced',
  title: 'Texts are taken for numbers or booleans',
  severity: 'low',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const fault = findAcceptedFault(exchange)
    if (fault === undefined || !isCoercion(exchange, fault)) return []
    const message = `${describeAnswer(exchange)} takes a text for what it says: ${fault.message}.`
    return [{ ...createFinding(stringCoerced, exchange, message), pointer: fault.pointer, cause: 'coercion' }]
  },
})

/** A request without a header that the document requires is refused. */
export const missingRequiredHeader: Check = defineCheck({
  id: 'missing-required-header',
  title: 'Request without a required header is accepted',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const fault = findAcceptedFault(exchange)
    if (fault?.location !== 'header' || fault.keyword !== 'required') return []
    const message = `${describeAnswer(exchange)} accepts a request without the required header ${fault.name}.`
    return [createFinding(missingRequiredHeader, exchange, message, fault.pointer)]
  },
})

/**
 * The statement that the server overlooked when it accepted a request which is invalid under every reading; undefined
 * where it refused, or where the request is not certainly invalid. Of several faults, the one the case is about.
 */
export const findAcceptedFault = (exchange: Exchange): RequestFault | undefined => {
  const {
    verdict,
    case: { mode, target },
  } = exchange
  if (declaredOperation(exchange) === undefined || mode !== 'negative' || !isAuthorized(exchange))
    return undefined
  if (verdict?.isInvalid !== true || !isAcceptance(exchange)) return undefined
  return (
    verdict.faults.find(
      ({ pointer, documentUri }) => pointer === target.pointer && documentUri === target.documentUri,
    ) ?? verdict.faults[0]
  )
}

/** A redirection counts where the document names it as an outcome; 304 says nothing about the request, and 207 tells of each part apart. */
const isAcceptance = ({ answer: { status }, response }: Exchange): boolean =>
  (status >= 200 && status < 300 && status !== 207) ||
  (status >= 300 && status < 400 && status !== 304 && response !== undefined)

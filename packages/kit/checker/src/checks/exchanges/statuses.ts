import { type Check, createFinding, defineCheck, policyAllows } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { appendTokens } from '@contract-kit/json-schema/json'
import {
  declaredOperation,
  describeResponse,
  isDeclared,
  isProtocolRefusal,
  requestHeader,
} from './exchange-facts.ts'

/**
 * No request causes a server error: a 5xx is always a fault of the server (RFC 9110, 15.6). A 501 belongs to `method-not-allowed-declared`.
 */
export const notAServerError: Check = defineCheck({
  id: 'not-a-server-error',
  title: 'Request causes a server error',
  severity: 'critical',
  needs: 'response',
  sharedParts: ['error page'],
  appliesTo: () => true,
  verify: (exchange) => {
    const { status } = exchange.response
    if (status < 500 || status > 599 || status === 501 || policyAllows(exchange)) return []
    return [createFinding(notAServerError, exchange, `${describeResponse(exchange)} is a server error.`)]
  },
})

/** Statuses that always belong to another check. */
const OWNED_ELSEWHERE = new Set([405])

/** Every returned status is documented: exactly, by its range, or by `default`. */
export const statusCodeConformance: Check = defineCheck({
  id: 'status-code-conformance',
  title: 'Status is not documented',
  severity: 'medium',
  needs: 'response',
  sharedParts: ['error page'],
  judgesReplays: true,
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { response, documented } = exchange
    const operation = declaredOperation(exchange)
    if (operation === undefined || documented !== undefined || operation.responses.size === 0) return []
    if (response.status < 100 || response.status > 499 || OWNED_ELSEWHERE.has(response.status)) return []
    if (isProtocolRefusal(exchange)) return []
    const message = `${describeResponse(exchange)} has a status that the document does not declare.`
    return [
      createFinding(
        statusCodeConformance,
        exchange,
        message,
        appendTokens(operation.pointer, 'responses'),
        String(response.status),
      ),
    ]
  },
})

/** A status is a number from 100 to 599 (RFC 9110, 15). */
export const nonstandardStatus: Check = defineCheck({
  id: 'nonstandard-status',
  title: 'Status is not a valid HTTP status',
  severity: 'medium',
  needs: 'response',
  appliesTo: () => true,
  verify: (exchange) => {
    const { status } = exchange.response
    if (status >= 100 && status <= 599) return []
    return [
      createFinding(
        nonstandardStatus,
        exchange,
        `${describeResponse(exchange)} has a status outside 100 to 599.`,
      ),
    ]
  },
})

/** Methods that create nothing (RFC 9110, 9.3). PATCH may (RFC 5789, 2). */
const CREATES_NOTHING = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'])

/** Only methods that can create return 201 (RFC 9110, 15.3.2). An undocumented 201 belongs to `status-code-conformance`. */
export const misleadingCreated: Check = defineCheck({
  id: 'misleading-created',
  title: '201 from a method that creates nothing',
  severity: 'low',
  needs: 'response',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { request },
      response,
      documented,
    } = exchange
    if (response.status !== 201 || documented === undefined || !CREATES_NOTHING.has(request.method)) return []
    const message = `${describeResponse(exchange)} says that something was created, but ${request.method} creates nothing.`
    return [createFinding(misleadingCreated, exchange, message)]
  },
})

/** Only a conditional GET or HEAD gets 304 (RFC 9110, 15.4.5). An undocumented 304 belongs to `status-code-conformance`. */
export const notModifiedUnasked: Check = defineCheck({
  id: 'not-modified-unasked',
  title: '304 to an unconditional request',
  severity: 'medium',
  needs: 'request',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { request },
      response,
      documented,
    } = exchange
    if (response.status !== 304 || documented === undefined) return []
    const isConditional = ['if-none-match', 'if-modified-since'].some(
      (name) => requestHeader(request, name) !== undefined,
    )
    if (isConditional && (request.method === 'GET' || request.method === 'HEAD')) return []
    return [
      createFinding(
        notModifiedUnasked,
        exchange,
        `${describeResponse(exchange)} was returned to a request without a condition.`,
      ),
    ]
  },
})

/** An operation without a payload does not reject a missing one with 413 or 415 (RFC 9110, 15.5.14 and 15.5.16). */
export const payloadRefusedWithoutPayload: Check = defineCheck({
  id: 'payload-refused-without-payload',
  title: 'Body is rejected, but none was sent',
  severity: 'low',
  needs: 'request',
  sharedParts: ['error page'],
  appliesTo: (operation) => operation !== undefined && operation.body === undefined,
  verify: (exchange) => {
    const {
      case: { request },
      response,
      documented,
    } = exchange
    if ((response.status !== 413 && response.status !== 415) || documented === undefined) return []
    if (declaredOperation(exchange) === undefined || request.body !== undefined) return []
    if (requestHeader(request, 'content-type') !== undefined) return []
    const message = `${describeResponse(exchange)} rejects a request body, but none was sent.`
    return [createFinding(payloadRefusedWithoutPayload, exchange, message)]
  },
})

/** 426 names the protocol to upgrade to (RFC 9110, 15.5.22). */
export const upgradeRequiredHeader: Check = defineCheck({
  id: 'upgrade-required-header',
  title: '426 does not name the protocol',
  severity: 'low',
  needs: 'response',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { response } = exchange
    if (response.status !== 426 || response.header('upgrade') !== undefined) return []
    return [
      createFinding(upgradeRequiredHeader, exchange, `${describeResponse(exchange)} has no Upgrade header.`),
    ]
  },
})

/** 204, 205 and 304 have no body, and 204 and 205 do not announce one (RFC 9110, 8.6, 15.3.5, 15.3.6, 15.4.5). */
export const bodyOnNoContent: Check = defineCheck({
  id: 'body-on-no-content',
  title: 'Response without content has a body',
  severity: 'medium',
  needs: 'response',
  judgesReplays: true,
  appliesTo: () => true,
  verify: (exchange) => {
    const { response } = exchange
    if (
      ![204, 205, 304].includes(response.status) ||
      (response.body.length === 0 && !announcesBody(exchange))
    )
      return []
    return [createFinding(bodyOnNoContent, exchange, `${describeResponse(exchange)} has a body.`)]
  },
})

/** Client libraries ignore the body of a 204 but not its length. A 304 may send only the length of the omitted body (RFC 9110, 8.6). */
const announcesBody = ({ response, case: { request }, history }: Exchange): boolean => {
  const length = Number(response.header('content-length') ?? 0)
  if (response.status !== 304 || length === 0) return length > 0
  const whole = history.findLast(
    (earlier) => earlier.case.request.target === request.target && earlier.response.status === 200,
  )?.response
  return (
    whole?.header('content-length') !== undefined &&
    whole.header('content-encoding') === response.header('content-encoding') &&
    whole.header('etag') === response.header('etag') &&
    Number(whole.header('content-length')) !== length
  )
}

/** A response arrives within the time limit of the run. Off unless a limit is set. */
export const slowResponse: Check = defineCheck({
  id: 'slow-response',
  title: 'Response is slow',
  severity: 'low',
  needs: 'request',
  appliesTo: () => true,
  verify: (exchange) => {
    const {
      response: { elapsedMs },
      settings: { maxResponseTimeMs },
    } = exchange
    if (maxResponseTimeMs === undefined || elapsedMs <= maxResponseTimeMs) return []
    return [
      createFinding(
        slowResponse,
        exchange,
        `${describeResponse(exchange)} took longer than ${maxResponseTimeMs} ms.`,
      ),
    ]
  },
})

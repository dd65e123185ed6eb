import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { appendTokens } from '@contract-kit/json-schema/json'
import { findAcceptedFault } from './acceptance.ts'
import {
  acceptsType,
  declaredOperation,
  describeResponse,
  isDeclared,
  isUnacceptable,
  requestHeader,
} from './exchange-facts.ts'

/**
 * A server that documents 406 sends only accepted media types. A server that documents 415 rejects a body of an undeclared media type (RFC
 * 9110, 12.5.1 and 15.5.16). Also applies if the server returned the status for another operation in the sequence. Otherwise servers may
 * ignore `Accept` and `Content-Type`.
 */
export const contentNegotiation: Check = defineCheck({
  id: 'content-negotiation',
  title: 'Accept or Content-Type is ignored',
  severity: 'medium',
  needs: 'request',
  sharedParts: ['error page'],
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    if (operation === undefined) return []
    const subject = describeResponse(exchange)
    if (ignoresAccept(exchange) && (operation.responses.has('406') || refusesElsewhere(exchange, 406))) {
      const pointer = appendTokens(operation.pointer, 'responses')
      const message = `${subject} has a media type that the request does not accept.`
      return [createFinding(contentNegotiation, exchange, message, pointer, 'accept')]
    }
    const fault = findAcceptedFault(exchange)
    if (fault?.keyword !== 'contentType') return []
    if (!operation.responses.has('415') && !refusesElsewhere(exchange, 415)) return []
    const message = `${subject} accepts a body of a media type that the document does not declare.`
    return [createFinding(contentNegotiation, exchange, message, fault.pointer, 'content-type')]
  },
})

/** Whether earlier requests of the sequence show that the server evaluates the header. */
const refusesElsewhere = ({ history }: Exchange, status: 406 | 415): boolean =>
  history.some(({ response, case: { target } }) => response.status === status && target.location === 'media')

const ignoresAccept = (exchange: Exchange): boolean => {
  const {
    response,
    case: { request },
  } = exchange
  if (response.status < 200 || response.status > 299 || response.contentType === undefined) return false
  const accept = requestHeader(request, 'accept') ?? '*/*'
  if (acceptsType(accept, response.contentType)) return false
  return isUnacceptable(exchange) || exchange.case.scenario === 'documented_accept'
}

/**
 * A request that accepts a documented media type, or has no `Accept`, does not get 406 (RFC 9110, 12.5.1). An undocumented 406 belongs to
 * `status-code-conformance`.
 */
export const notAcceptableValidAccept: Check = defineCheck({
  id: 'not-acceptable-valid-accept',
  title: 'Documented media type is not available',
  severity: 'medium',
  needs: 'request',
  sharedParts: ['error page'],
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    const { response, documented } = exchange
    if (
      operation === undefined ||
      response.status !== 406 ||
      documented === undefined ||
      isUnacceptable(exchange)
    )
      return []
    const message = `${describeResponse(exchange)} is wrong: the request accepts a documented media type.`
    return [
      createFinding(
        notAcceptableValidAccept,
        exchange,
        message,
        appendTokens(operation.pointer, 'responses'),
      ),
    ]
  },
})

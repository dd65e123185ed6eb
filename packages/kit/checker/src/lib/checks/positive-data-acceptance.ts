import type { Case, Exchange } from '../run/exchange.ts'
import { declaredOperation } from './answer/declared-operation.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isAuthorized } from './answer/is-authorized.ts'
import { isDeclared } from './answer/is-declared.ts'
import { isProtocolRefusal } from './answer/is-protocol-refusal.ts'
import { mintsCredentials } from './answer/mints-credentials.ts'
import { requestHeader } from './answer/request-header.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { policyAllows } from './policy-allows.ts'

/**
 * Refusals that speak of credentials or of the server's state, not of the data; and those of the method and of Accept,
 * which checks of their own judge.
 */
const NOT_ABOUT_DATA = new Set([401, 403, 404, 405, 406, 409, 410])

/** Steps whose very point is a state in which the request may be refused. */
const MAY_BE_REFUSED = new Set(['delete-again', 'wrong-parent', 'read-after-delete', 'wander'])

/** A request that keeps every statement of the document is not refused, unless a policy says why. */
export const positiveDataAcceptance: Check = defineCheck({
  id: 'positive-data-acceptance',
  title: 'Valid requests are accepted',
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

/** A precondition that fails, or a range that cannot be given, was asked for by the request itself (RFC 9110, 13 and 14). */
const isConditional = ({ request }: Case, status: number): boolean =>
  (status === 412 && request.headers.some(([name]) => name.startsWith('if-'))) ||
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

import { requestHeader } from '../checks/exchanges/exchange-facts.ts'
import type { Check, Finding } from '../core/check.ts'
import type { Exchange, RecordedRequest } from '../core/exchange.ts'
import { checkIds } from '../runner/run-checks.ts'

/**
 * The checks that apply to recorded exchanges: those that require neither a sequence nor an intention. Each skips exchanges with an
 * explanation other than a fault. Custom checks see every exchange.
 */
export const toTrafficChecks = (checks: readonly Check[]): readonly Check[] =>
  checks
    .filter(({ id, needs }) => !checkIds.includes(id) || (needs !== 'sequence' && !NEEDS_INTENT.has(id)))
    .map((check) => ({
      ...check,
      verify: (exchange) => (isCertain(check.id, exchange) ? verifyEachFault(check, exchange) : []),
    }))

/** Checks that require an intention: a server may reject a valid request for a state that only its client knows. */
const NEEDS_INTENT: ReadonlySet<string> = new Set(['positive-data-acceptance'])

/** Reports each violated keyword of an accepted request. The checker's own requests violate only one. */
const verifyEachFault = ({ verify }: Check, exchange: Exchange): readonly Finding[] => {
  const { faults = [] } = exchange.case.recorded ?? {}
  if (faults.length === 0) return verify(exchange)
  const found = faults.flatMap((target) => verify({ ...exchange, case: { ...exchange.case, target } }))
  return [...new Map(found.map((finding) => [finding.key, finding])).values()]
}

const isCertain = (id: string, exchange: Exchange): boolean => {
  const { recorded } = exchange.case
  return recorded === undefined || REASONS[id]?.(exchange, recorded) !== true
}

/** Explanations other than a fault, by id of the check. */
const REASONS: Readonly<Record<string, (exchange: Exchange, recorded: RecordedRequest) => boolean>> = {
  // Conditional and range requests get these statuses from HTTP itself (RFC 9110, 13 and 14).
  'status-code-conformance': (exchange) => {
    const { status } = exchange.response
    if (status === 304 || status === 412) return CONDITIONS.some((name) => mayBeSent(exchange, name))
    return (status === 206 || status === 416) && mayBeSent(exchange, 'range')
  },
  'not-modified-unasked': (_exchange, { mayHave }) => CONDITIONS.some(mayHave),
  'content-type-conformance': ({ response }, { mayHave }) =>
    response.contentType === undefined && mayHave('content-type'),
  'missing-www-authenticate': (_exchange, { mayHave }) => mayHave('www-authenticate'),
  'upgrade-required-header': (_exchange, { mayHave }) => mayHave('upgrade'),
  'unsupported-method': ({ response }, { mayHave }) => response.status === 405 && mayHave('allow'),
  // A server may reject outdated credentials although it requires none.
  'unauthorized-without-security': ({ case: { auth } }) => auth === 'given',
  // Language and encoding are negotiated, too (RFC 9110, 12.5).
  'not-acceptable-valid-accept': ({ case: { request } }, { mayHave }) =>
    mayHave('accept') ||
    !/^[^;]*\*|^$/.test(requestHeader(request, 'accept-language') ?? '') ||
    /;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(requestHeader(request, 'accept-encoding') ?? ''),
  // The response to a browser's preflight is about other origins (Fetch, "CORS protocol").
  'allow-header-conformance': (exchange) => mayBeSent(exchange, 'access-control-request-method'),
  // A response may repeat an unrecorded request body.
  'leaked-internals': (_exchange, { isBodySeen }) => !isBodySeen,
}

const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range']

const mayBeSent = ({ case: { request, recorded } }: Exchange, name: string): boolean =>
  requestHeader(request, name) !== undefined || recorded?.mayHave(name) === true

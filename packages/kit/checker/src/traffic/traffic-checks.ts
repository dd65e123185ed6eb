import { requestHeader } from '../checks/exchanges/exchange-facts.ts'
import type { Check, Finding } from '../core/check.ts'
import type { Exchange, RecordedRequest } from '../core/exchange.ts'
import { checkIds } from '../runner/run-checks.ts'

/**
 * The checks that hold for exchanges that somebody else made: those that need no sequence and no intention of the request, each of them
 * silent where another reason than a fault is possible. Checks of a team see every exchange.
 */
export const toTrafficChecks = (checks: readonly Check[]): readonly Check[] =>
  checks
    .filter(({ id, needs }) => !checkIds.includes(id) || (needs !== 'sequence' && !NEEDS_INTENT.has(id)))
    .map((check) => ({
      ...check,
      verify: (exchange) => (isCertain(check.id, exchange) ? verifyEachFault(check, exchange) : []),
    }))

/** A server may reject a valid request for its state, which only the client that made the state knows. */
const NEEDS_INTENT: ReadonlySet<string> = new Set(['positive-data-acceptance'])

/** The checker breaks one statement in a request. Others break several, and each accepted one is a finding. */
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

/** Whether something else than a fault explains what a check sees, by the id of the check. */
const REASONS: Readonly<Record<string, (exchange: Exchange, recorded: RecordedRequest) => boolean>> = {
  // A client's cache and its range requests get these statuses by HTTP alone (RFC 9110, 13 and 14).
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
  // A server may reject old credentials although it needs none.
  'unauthorized-without-security': ({ case: { auth } }) => auth === 'given',
  // The language and the coding are negotiated as well (RFC 9110, 12.5).
  'not-acceptable-valid-accept': ({ case: { request } }, { mayHave }) =>
    mayHave('accept') ||
    !/^[^;]*\*|^$/.test(requestHeader(request, 'accept-language') ?? '') ||
    /;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(requestHeader(request, 'accept-encoding') ?? ''),
  // What answers the preflight of a browser speaks of the rights of other origins (Fetch, "CORS protocol").
  'allow-header-conformance': (exchange) => mayBeSent(exchange, 'access-control-request-method'),
  // A response may repeat what was sent.
  'leaked-internals': (_exchange, { isBodySeen }) => !isBodySeen,
}

const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range']

const mayBeSent = ({ case: { request, recorded } }: Exchange, name: string): boolean =>
  requestHeader(request, name) !== undefined || recorded?.mayHave(name) === true

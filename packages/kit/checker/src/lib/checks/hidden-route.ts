import type { Exchange } from '../run/exchange.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { matchingPaths } from './answer/matching-paths.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** What anyone expects of a web server beside its API: front page, description, icon, probes of an orchestrator. */
const CUSTOMARY =
  /^\/(favicon\.ico|robots\.txt|\.well-known\/.*|(openapi|swagger|redoc|docs|api-docs)([./-].*)?|health|healthz|livez|readyz|ping)?$/

/** Refusals that show a route of its own, rather than the server's general manners. */
const TELLTALE = new Set([402, 409, 412, 422, 423, 424, 428])

/**
 * A path that the document does not declare is not there: neither success nor a refusal that only a real route gives. An
 * earlier request of the sequence, for a path that nobody serves, shows what the server says of everything; where there is
 * one, a redirection to another path tells of a route too.
 */
export const hiddenRoute: Check = defineCheck({
  id: 'hidden-route',
  title: 'Undeclared paths are not there',
  severity: 'high',
  appliesTo: (operation) => operation === undefined,
  verify: (exchange) => {
    const {
      document,
      case: { path, request, step },
      answer: { status },
      history,
    } = exchange
    if (document.paths.has(path) || matchingPaths(document, request.target).length > 0) return []
    // Where an answer leads, the server has shown its route itself.
    if (request.method === 'OPTIONS' || CUSTOMARY.test(path) || step === 'follow-location') return []
    const control = history.find(
      (earlier) => earlier.case.operation === undefined && earlier.case.path !== path,
    )
    if (control?.answer.status === status) return []
    const isShown =
      (status >= 200 && status < 300) ||
      TELLTALE.has(status) ||
      (control !== undefined && isRedirected(exchange))
    if (!isShown) return []
    return [
      createFinding(
        hiddenRoute,
        exchange,
        `${describeAnswer(exchange)} shows a route that the document does not declare.`,
      ),
    ]
  },
})

/** To the same path with or without a slash, or by another scheme, is good manners. */
const isRedirected = ({ case: { path }, answer: { status, header } }: Exchange): boolean => {
  const location = header('location')
  if (status < 300 || status > 399 || location === undefined) return false
  const target = URL.parse(location, 'http://localhost')?.pathname.replace(/\/$/, '') ?? ''
  return !target.endsWith(path.replace(/\/$/, ''))
}

import { type Check, createFinding, defineCheck, policyAllows } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { appendTokens } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import {
  declaredMethods,
  declaredOperation,
  describeResponse,
  isDeclared,
  matchingPaths,
} from './exchange-facts.ts'

/** Responses to undeclared methods that are allowed instead of 405: the server may check access and limits first. */
const TOLERATED = new Set([401, 403, 406, 411, 413, 414, 415, 426, 429, 431, 501])

/**
 * An undeclared method of a declared path gets 405 with `Allow` (RFC 9110, 15.5.6). OPTIONS is exempt, and HEAD if GET is declared. A
 * server error belongs to `not-a-server-error`.
 */
export const unsupportedMethod: Check = defineCheck({
  id: 'unsupported-method',
  title: 'Undeclared method is not rejected with 405',
  severity: 'medium',
  needs: 'request',
  sharedParts: ['error page', 'router'],
  appliesTo: (operation) => operation === undefined,
  verify: (exchange) => {
    const {
      document,
      case: { request, path },
      response,
    } = exchange
    const methods = declaredMethods(document, path, request.target)
    if (!document.paths.has(path) || isFree(request.method, methods)) return []
    const subject = describeResponse(exchange)
    if (response.status === 405) {
      if (response.header('allow') !== undefined) return []
      return [
        createFinding(unsupportedMethod, exchange, `${subject} has no Allow header.`, undefined, 'allow'),
      ]
    }
    if (response.status < 300) {
      const message = `${subject} succeeds, but the document does not declare the method.`
      return [createFinding(unsupportedMethod, exchange, message, undefined, request.method)]
    }
    if (response.status < 400 || response.status >= 500 || isTolerated(exchange)) return []
    return [createFinding(unsupportedMethod, exchange, `${subject} should be 405.`, undefined, 'status')]
  },
})

const isFree = (method: string, declared: ReadonlySet<string>): boolean =>
  declared.has(method) || method === 'OPTIONS' || (method === 'HEAD' && declared.has('GET'))

/** The server may check the resource (404) or the request (400) before the method. */
const isTolerated = (exchange: Exchange): boolean => {
  const {
    document,
    case: { path },
    response: { status },
  } = exchange
  if (TOLERATED.has(status)) return true
  if (status === 404 || status === 410) return path.includes('{') && !isKnownToExist(exchange)
  return status === 400 && (path.includes('{') || asksForParameters(document, path))
}

/** The same target was read earlier in this sequence. */
const isKnownToExist = ({ case: { request }, history }: Exchange): boolean => {
  const last = history.findLast((earlier) => earlier.case.request.target === request.target)
  return last?.case.request.method === 'GET' && last.response.status >= 200 && last.response.status < 300
}

const asksForParameters = (document: ApiDocument, path: string): boolean =>
  (document.paths.get(path) ?? []).some(({ parameters }) => parameters.some(({ required }) => required))

/** Methods that servers may support without declaration. */
const FREE = new Set(['HEAD', 'OPTIONS', 'TRACE'])

/** `Allow` lists exactly the methods that the document declares for the path (RFC 9110, 10.2.1). */
export const allowHeaderConformance: Check = defineCheck({
  id: 'allow-header-conformance',
  title: 'Allow header does not match the document',
  severity: 'medium',
  needs: 'request',
  sharedParts: ['router'],
  appliesTo: () => true,
  verify: (exchange) => {
    const {
      document,
      case: { path, request },
      response,
    } = exchange
    const allow = response.headers.filter(([name]) => name === 'allow').map(([, value]) => value)
    if (allow.length === 0 || !document.paths.has(path)) return []
    if (!speaksOfMethods(request.method, response.status)) return []
    if (response.status === 405 && declaredOperation(exchange) !== undefined) return []
    const listed = allow
      .join(',')
      .split(',')
      .map((method) => method.trim())
      .filter((method) => method !== '')
    const own = (document.paths.get(path) ?? []).map(({ method }) => method)
    const possible = declaredMethods(document, path, request.target)
    const clauses = [
      ...clause(
        'omits',
        own.filter((method) => !FREE.has(method) && !listed.includes(method)),
      ),
      ...clause(
        'lists the undeclared',
        listed.filter((method) => !FREE.has(method) && !possible.has(method as never)),
      ),
    ]
    if (clauses.length === 0 || listed.includes('*')) return []
    const message = `${describeResponse(exchange)} has an Allow header that ${clauses.join(' and ')}.`
    return [createFinding(allowHeaderConformance, exchange, message, appendTokens('/paths', path))]
  },
})

const speaksOfMethods = (method: string, status: number): boolean =>
  status === 405 || (method === 'OPTIONS' && status >= 200 && status < 300)

const clause = (start: string, methods: readonly string[]): readonly string[] =>
  methods.length === 0 ? [] : [`${start} ${methods.join(', ')}`]

/**
 * A declared operation is implemented: it returns neither 405 nor 501. Skipped if another template also matches the target, or if the
 * document declares 405 for invalid requests.
 */
export const methodNotAllowedDeclared: Check = defineCheck({
  id: 'method-not-allowed-declared',
  title: 'Declared operation is not implemented',
  severity: 'high',
  needs: 'request',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      document,
      case: { request, path },
      response: { status },
      verdict,
    } = exchange
    const operation = declaredOperation(exchange)
    if (operation === undefined || (status !== 405 && status !== 501) || policyAllows(exchange)) return []
    if (matchingPaths(document, request.target).some((template) => template !== path)) return []
    if (status === 405 && verdict?.isValid !== true && operation.responses.has('405')) return []
    return [
      createFinding(
        methodNotAllowedDeclared,
        exchange,
        `${describeResponse(exchange)} says that the operation is not implemented.`,
      ),
    ]
  },
})

/** Paths that web servers often have besides the API: front page, API description, icon, health probes. */
const CUSTOMARY =
  /^\/(favicon\.ico|robots\.txt|\.well-known\/.*|(openapi|swagger|redoc|docs|api-docs)([./-].*)?|health|healthz|livez|readyz|ping)?$/

/** Rejections that reveal a route, because the server does not send them for unknown paths. */
const TELLTALE = new Set([402, 409, 412, 422, 423, 424, 428])

/**
 * An undeclared path does not exist: it returns neither success nor a rejection that reveals a route. An earlier request for a surely
 * unknown path shows the server's default response. With it, a redirect to another path also reveals a route.
 */
export const hiddenRoute: Check = defineCheck({
  id: 'hidden-route',
  title: 'Undeclared path exists',
  severity: 'high',
  needs: 'request',
  sharedParts: ['router'],
  appliesTo: (operation) => operation === undefined,
  verify: (exchange) => {
    const {
      document,
      case: { path, request, phase },
      response: { status },
      history,
    } = exchange
    if (document.paths.has(path) || matchingPaths(document, request.target).length > 0) return []
    // One of the server's own responses links to this route.
    if (request.method === 'OPTIONS' || CUSTOMARY.test(path) || phase === 'stateful') return []
    const control = history.find(
      (earlier) => earlier.case.operation === undefined && earlier.case.path !== path,
    )
    if (control?.response.status === status) return []
    const isShown =
      (status >= 200 && status < 300) ||
      TELLTALE.has(status) ||
      (control !== undefined && isRedirected(exchange))
    if (!isShown) return []
    return [
      createFinding(
        hiddenRoute,
        exchange,
        `${describeResponse(exchange)} shows a route that the document does not declare.`,
      ),
    ]
  },
})

/** Whether the response redirects to another path. A different trailing slash or scheme does not count. */
const isRedirected = ({ case: { path }, response: { status, header } }: Exchange): boolean => {
  const location = header('location')
  if (status < 300 || status > 399 || location === undefined) return false
  const target = URL.parse(location, 'http://localhost')?.pathname.replace(/\/$/, '') ?? ''
  return !target.endsWith(path.replace(/\/$/, ''))
}

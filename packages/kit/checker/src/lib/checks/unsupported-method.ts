import type { ApiDocument } from '../document/api-document.ts'
import type { Exchange } from '../run/exchange.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { declaredMethods } from './answer/declared-methods.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** Answers that an undeclared method may get beside 405: who may not come in is told so first, and limits hold for all. */
const TOLERATED = new Set([401, 403, 406, 411, 413, 414, 415, 426, 429, 431, 501])

/**
 * A method that a declared path does not declare is answered 405, with `Allow` (RFC 9110, 15.5.6). OPTIONS, and HEAD where
 * GET is declared, are free; a server error belongs to `not-a-server-error`.
 */
export const unsupportedMethod: Check = defineCheck({
  id: 'unsupported-method',
  title: 'Undeclared methods are refused with 405',
  severity: 'medium',
  appliesTo: (operation) => operation === undefined,
  verify: (exchange) => {
    const {
      document,
      case: { request, path },
      answer,
    } = exchange
    const methods = declaredMethods(document, path, request.target)
    if (!document.paths.has(path) || isFree(request.method, methods)) return []
    const subject = describeAnswer(exchange)
    if (answer.status === 405) {
      if (answer.header('allow') !== undefined) return []
      return [
        createFinding(unsupportedMethod, exchange, `${subject} has no Allow header.`, undefined, 'allow'),
      ]
    }
    if (answer.status < 300) {
      const message = `${subject} shows that a method works which the document does not declare.`
      return [createFinding(unsupportedMethod, exchange, message, undefined, request.method)]
    }
    if (answer.status < 400 || answer.status >= 500 || isTolerated(exchange)) return []
    return [createFinding(unsupportedMethod, exchange, `${subject} should be 405.`, undefined, 'status')]
  },
})

const isFree = (method: string, declared: ReadonlySet<string>): boolean =>
  declared.has(method) || method === 'OPTIONS' || (method === 'HEAD' && declared.has('GET'))

/** Whether a resource is missing (404) or the request is faulty (400) may be found out before the method is looked at. */
const isTolerated = (exchange: Exchange): boolean => {
  const {
    document,
    case: { path },
    answer: { status },
  } = exchange
  if (TOLERATED.has(status)) return true
  if (status === 404 || status === 410) return path.includes('{') && !isKnownToExist(exchange)
  return status === 400 && (path.includes('{') || asksForParameters(document, path))
}

/** The same target was read a moment ago, in this very sequence. */
const isKnownToExist = ({ case: { request }, history }: Exchange): boolean => {
  const last = history.findLast((earlier) => earlier.case.request.target === request.target)
  return last?.case.request.method === 'GET' && last.answer.status >= 200 && last.answer.status < 300
}

const asksForParameters = (document: ApiDocument, path: string): boolean =>
  (document.paths.get(path) ?? []).some(({ parameters }) => parameters.some(({ required }) => required))

import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Answer, Exchange } from '../../core/exchange.ts'
import { essenceOf } from '../../openapi/api-document.ts'
import { describeAnswer } from './exchange-facts.ts'

/**
 * HEAD answers as GET just did, without the body: same status, same Content-Type (RFC 9110, 9.3.2). A server that offers no
 * HEAD at all, and says so, is let be.
 */
export const headMismatch: Check = defineCheck({
  id: 'head-mismatch',
  title: 'HEAD differs from GET',
  severity: 'medium',
  appliesTo: (operation) =>
    operation === undefined || operation.method === 'GET' || operation.method === 'HEAD',
  verify: (exchange) => {
    const {
      case: { request },
      answer,
    } = exchange
    if (request.method !== 'HEAD' || answer.status >= 500 || answer.status === 429 || offersNoHead(exchange))
      return []
    if (answer.body.length > 0) {
      return [
        createFinding(headMismatch, exchange, `${describeAnswer(exchange)} has a body.`, undefined, 'body'),
      ]
    }
    const get = findGet(exchange)
    const difference = get && findDifference(answer, get)
    if (difference === undefined) return []
    return [createFinding(headMismatch, exchange, `${describeAnswer(exchange)} ${difference}.`)]
  },
})

/** 405 is believed with an `Allow` that leaves HEAD out, and where HEAD worked for no other path of the sequence. */
const offersNoHead = ({ answer, history }: Exchange): boolean => {
  const allow = answer.header('allow')
  if (answer.status !== 405 || allow === undefined || /\bHEAD\b/i.test(allow)) return false
  return !history.some(
    ({ case: { request }, answer: { status } }) => request.method === 'HEAD' && status >= 200 && status < 300,
  )
}

/** The same resource, read successfully right before. */
const findGet = ({ case: { request }, history }: Exchange): Answer | undefined => {
  const last = history.at(-1)
  if (last?.case.request.method !== 'GET' || last.case.request.target !== request.target) return undefined
  return last.answer.status >= 200 && last.answer.status < 300 ? last.answer : undefined
}

const findDifference = (head: Answer, get: Answer): string | undefined => {
  if (head.status !== get.status) return `differs from the ${get.status} that GET gives`
  if (essenceOf(head.contentType ?? '') !== essenceOf(get.contentType ?? ''))
    return 'has another Content-Type than GET gives'
  return head.header('content-length') === '0' && get.body.length > 0
    ? 'announces no content where GET gives some'
    : undefined
}

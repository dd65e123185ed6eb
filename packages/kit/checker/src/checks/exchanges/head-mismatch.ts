import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { ReadResponse, Exchange } from '../../core/exchange.ts'
import { essenceOf } from '@contract-kit/openapi'
import { wordsOf } from '@contract-kit/resources/words'
import { describeResponse } from './exchange-facts.ts'

/**
 * HEAD responds like the preceding GET, without the body: same status, same Content-Type (RFC 9110, 9.3.2). Compares other headers that
 * were equal in two GETs. Skipped if the server reports that it does not support HEAD.
 */
export const headMismatch: Check = defineCheck({
  id: 'head-mismatch',
  title: 'HEAD differs from GET',
  severity: 'medium',
  needs: 'request',
  // An undeclared HEAD is rarely used.
  severityOf: ({ case: { operation } }) => (operation === undefined ? 'low' : 'medium'),
  appliesTo: (operation) =>
    operation === undefined || operation.method === 'GET' || operation.method === 'HEAD',
  verify: (exchange) => {
    const {
      case: { request, operation },
      response,
    } = exchange
    if (
      request.method !== 'HEAD' ||
      response.status >= 500 ||
      response.status === 429 ||
      offersNoHead(exchange)
    )
      return []
    if (response.body.length > 0) {
      const message = `${describeResponse(exchange)} has a body.`
      return [{ ...createFinding(headMismatch, exchange, message, undefined, 'body'), cause: 'body' }]
    }
    const gets = findGets(exchange)
    const get = gets.at(-1)
    // A single-use item may disappear after a read.
    if (response.status === 410 && get?.case.operation?.responses.has('410') === true) return []
    const difference =
      get &&
      (findDifference(response, get.response) ??
        (gets.length > 1 ? findOtherHeader(exchange, gets) : undefined))
    if (difference === undefined) return []
    const finding = createFinding(headMismatch, exchange, `${describeResponse(exchange)} ${difference}.`)
    // A declared HEAD has its own handler; undeclared ones share one.
    return [operation === undefined ? { ...finding, cause: `${response.status} ${difference}` } : finding]
  },
})

/** A 405 means that HEAD is not supported, if `Allow` omits HEAD and HEAD did not succeed for another path in the sequence. */
const offersNoHead = ({ response, history }: Exchange): boolean => {
  const allow = response.header('allow')
  if (response.status !== 405 || allow === undefined || /\bHEAD\b/i.test(allow)) return false
  return !history.some(
    ({ case: { request }, response: { status } }) =>
      request.method === 'HEAD' && status >= 200 && status < 300,
  )
}

const works = ({ response: { status } }: Exchange): boolean => status >= 200 && status < 300

/** The preceding successful reads of the same resource. */
const findGets = ({ case: { request }, history }: Exchange): readonly Exchange[] => {
  const isGet = (earlier: Exchange | undefined): earlier is Exchange =>
    earlier?.case.request.method === 'GET' && earlier.case.request.target === request.target
  const last = history.at(-1)
  return isGet(last) && works(last) ? history.filter((earlier) => isGet(earlier) && works(earlier)) : []
}

const findDifference = (head: ReadResponse, get: ReadResponse): string | undefined => {
  if (head.status !== get.status) return `differs from the ${get.status} that GET returns`
  if (essenceOf(head.contentType ?? '') !== essenceOf(get.contentType ?? ''))
    return 'has another Content-Type than the response to GET'
  return head.header('content-length') === '0' && get.body.length > 0
    ? 'has Content-Length 0, but GET returns content'
    : undefined
}

/** Headers of the representation, which GET and HEAD share. */
const OF_THE_CONTENT = ['etag', 'last-modified', 'content-language', 'content-length']

/**
 * Finds a header that differs between HEAD and the preceding GETs of the same URL. Either it describes the content and all GETs agree on
 * another value, or it is required, HEAD omits it, and the document does not declare HEAD.
 */
export const findOtherHeader = (
  { response: head, case: { operation } }: Exchange,
  gets: readonly Exchange[],
): string | undefined => {
  const [first] = gets
  if (first === undefined || head.status !== first.response.status) return undefined
  const agreedValue = (name: string): string | undefined => {
    const value = first.response.header(name)
    return gets.every(({ response }) => response.header(name) === value) ? value : undefined
  }
  // Compressed content has another length and may have another tag.
  if (head.header('content-encoding') !== first.response.header('content-encoding')) return undefined
  const documented = first.documented?.headers ?? []
  const counts = documented.filter(({ name }) => wordsOf(name).some((word) => /^(?:total|count)$/.test(word)))
  const compared = new Set([...OF_THE_CONTENT, ...counts.map(({ name }) => name.toLowerCase())])
  const other = [...compared].find(
    (name) =>
      agreedValue(name) !== undefined &&
      head.header(name) !== undefined &&
      head.header(name) !== agreedValue(name),
  )
  if (other !== undefined) return `has another ${other} than the response to GET`
  if (operation !== undefined) return undefined
  // HEAD may omit headers that are computed with the content (RFC 9110, 9.3.2).
  const missing = documented.find(
    ({ name, required }) =>
      required &&
      !counts.some((count) => count.name === name) &&
      agreedValue(name.toLowerCase()) !== undefined &&
      head.header(name.toLowerCase()) === undefined,
  )
  return missing && `lacks the required header ${missing.name}, which GET returns`
}

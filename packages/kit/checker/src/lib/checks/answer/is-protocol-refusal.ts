import type { Exchange } from '../../run/exchange.ts'
import { isParserRefusal } from './is-parser-refusal.ts'
import { isUnacceptable } from './is-unacceptable.ts'

/** Above these sizes a server may refuse a request of any API. Bytes. */
const LONG_TARGET = 2_000
const LONG_HEADERS = 4_000
const LONG_BODY = 100_000

/**
 * Whether HTTP itself explains the refusal, so that no document need name it: too many requests, a request too large, a
 * media type that was never offered (RFC 9110, 15.5; RFC 6585).
 */
export const isProtocolRefusal = (exchange: Exchange): boolean => {
  const { answer, case: request, verdict } = exchange
  if (isParserRefusal(answer)) return true
  switch (answer.status) {
    case 406:
      return isUnacceptable(exchange)
    case 413:
      return (request.request.body?.length ?? 0) > LONG_BODY
    case 414:
      return request.request.target.length > LONG_TARGET
    case 415:
      return verdict?.faults.some(({ keyword }) => keyword === 'contentType') === true
    case 429:
      return true
    case 431:
      return (
        request.request.headers.reduce((size, [name, value]) => size + name.length + value.length, 0) >
        LONG_HEADERS
      )
    default:
      return false
  }
}

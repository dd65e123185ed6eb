import type { Exchange } from '../../run/exchange.ts'
import { policyAllows } from '../policy-allows.ts'
import { declaredOperation } from './declared-operation.ts'
import { isParserRefusal } from './is-parser-refusal.ts'

/**
 * Whether headers and body must be what the document says of the status. Not for a server error, which is a fault
 * whatever it looks like, unless a policy allows it; not for what the HTTP library refused before the API saw it.
 */
export const bindsAnswer = (exchange: Exchange): boolean =>
  declaredOperation(exchange) !== undefined &&
  exchange.response !== undefined &&
  (exchange.answer.status < 500 || policyAllows(exchange)) &&
  !isParserRefusal(exchange.answer)

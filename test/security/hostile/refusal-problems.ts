import type { OperationId } from '@giftcards/contract'
import { checkExchange, type Exchange } from '@giftcards/test-harness'

/** Codes of errors that occur before any operation, so no operation declares them. */
const outsideOperations = ['not_found', 'method_not_allowed', 'malformed_request', 'headers_too_large']

/**
 * Lists the problems of the response to a hostile request. The list is empty for a documented refusal. That is a status
 * of 400 to 499, one list of messages, a code, a request id, and only declared parts.
 */
export function refusalProblems(exchange: Exchange, operationId?: OperationId): readonly string[] {
  const { status, body, code, headers, text } = exchange
  const outside = code !== null && outsideOperations.includes(code)
  return [
    ...(status >= 400 && status <= 499 ? [] : [`status ${status}: ${text.slice(0, 200)}`]),
    ...(isErrorBody(body) ? [] : [`body ${text.slice(0, 200)}`]),
    ...(code !== null && /^[a-z_]+$/.test(code) ? [] : [`code ${code}`]),
    ...(headers.has('x-request-id') ? [] : ['no x-request-id']),
    ...(outside || operationId === undefined ? [] : checkExchange(operationId, exchange)),
  ]
}

function isErrorBody(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Object.keys(body).join() !== 'message') return false
  const { message } = body as { message: unknown }
  return (
    Array.isArray(message) &&
    message.length > 0 &&
    message.every((one) => typeof one === 'string' && one !== '')
  )
}

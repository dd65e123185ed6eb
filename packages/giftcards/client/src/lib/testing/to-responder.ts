import type { OperationId } from '@giftcards/contract'
import type { FakeAnswer, KnownAnswer } from './fake-answer.ts'
import { contractExamples } from './generated/contract-examples.ts'
import type { RecordedCall } from './recorded-call.ts'

/** Answers one request; may throw or never settle. */
export type Responder = (call: RecordedCall) => Response | Promise<Response>

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** What a test asked for as a function of the request; throws at once where it names what there is not. */
export function toResponder<Id extends OperationId>(operationId: Id, answer: FakeAnswer<Id>): Responder {
  if (typeof answer !== 'function') return toKnownResponder(operationId, answer)
  return async (call) => {
    const chosen = await answer(call)
    return chosen instanceof Response ? chosen : toKnownResponder(operationId, chosen)(call)
  }
}

function toKnownResponder<Id extends OperationId>(operationId: Id, answer: KnownAnswer<Id>): Responder {
  const examples = answersOf(operationId)
  if (typeof answer === 'string') {
    const example = Object.hasOwn(examples, answer) ? examples[answer] : undefined
    if (example === undefined) throw new Error(`${operationId} has no example ${answer}`)
    return (call) => toResponse(example, call)
  }
  const { status, headers = {}, body } = answer
  const required = requiredHeaders(operationId, Object.values(examples), { status, headers, body })
  const whole = { status, headers: { ...required, ...headers }, body: structuredClone(body) }
  return (call) => toResponse(whole, call)
}

/** The first success example of an operation. */
export function defaultResponder(operationId: OperationId): Responder {
  const first = Object.values(answersOf(operationId)).find(({ status }) => status < 300)
  if (first === undefined) throw new Error(`${operationId} has no success example`)
  return (call) => toResponse(first, call)
}

function answersOf(operationId: OperationId): Readonly<Record<string, Answer>> {
  return contractExamples[operationId].examples
}

/** What the examples of a status say of its headers; a code is taken from them only where it can be no other. */
function requiredHeaders(
  operationId: OperationId,
  examples: readonly Answer[],
  { status, headers, body }: Answer,
): Readonly<Record<string, string>> {
  const candidates = examples.filter((example) => example.status === status)
  const [first] = candidates
  if (first === undefined) throw new Error(`${operationId} never answers ${status}; answer with a function`)
  const same = candidates.find((example) => JSON.stringify(example.body) === JSON.stringify(body))
  if (same !== undefined || candidates.length === 1) return (same ?? first).headers
  if (Object.hasOwn(first.headers, codeHeader) && !Object.hasOwn(headers, codeHeader)) {
    throw new Error(
      `${operationId} answers ${status} with several codes; give headers: { '${codeHeader}': … }`,
    )
  }
  return first.headers
}

const codeHeader = 'x-error-code'

/** As on the wire; a request id that was sent is echoed. */
function toResponse({ status, headers, body }: Answer, call: RecordedCall): Response {
  const requestId = call.headers['x-request-id']
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    },
  })
}

import { declaredOperation } from './answer/declared-operation.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { requestHeader } from './answer/request-header.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** An operation that takes no payload, and was sent none, complains of no payload: 413 and 415 (RFC 9110, 15.5.14 and 15.5.16). */
export const payloadRefusedWithoutPayload: Check = defineCheck({
  id: 'payload-refused-without-payload',
  title: 'Only a payload is refused as a payload',
  severity: 'low',
  appliesTo: (operation) => operation !== undefined && operation.body === undefined,
  verify: (exchange) => {
    const {
      case: { request },
      answer,
      response,
    } = exchange
    if ((answer.status !== 413 && answer.status !== 415) || response === undefined) return []
    if (declaredOperation(exchange) === undefined || request.body !== undefined) return []
    if (requestHeader(request, 'content-type') !== undefined) return []
    const message = `${describeAnswer(exchange)} complains of a payload, though none was sent.`
    return [createFinding(payloadRefusedWithoutPayload, exchange, message)]
  },
})

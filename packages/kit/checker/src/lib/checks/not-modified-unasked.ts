import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import { requestHeader } from './answer/request-header.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** 304 answers a conditional GET or HEAD, nothing else (RFC 9110, 15.4.5). An undocumented one belongs to `status-code-conformance`. */
export const notModifiedUnasked: Check = defineCheck({
  id: 'not-modified-unasked',
  title: '304 answers a condition',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { request },
      answer,
      response,
    } = exchange
    if (answer.status !== 304 || response === undefined) return []
    const isConditional = ['if-none-match', 'if-modified-since'].some(
      (name) => requestHeader(request, name) !== undefined,
    )
    if (isConditional && (request.method === 'GET' || request.method === 'HEAD')) return []
    return [
      createFinding(
        notModifiedUnasked,
        exchange,
        `${describeAnswer(exchange)} answers a request that set no condition.`,
      ),
    ]
  },
})

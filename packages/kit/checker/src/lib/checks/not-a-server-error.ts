import { describeAnswer } from './answer/describe-answer.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { policyAllows } from './policy-allows.ts'

/** No request, valid or not, makes the server fail: a 5xx is its own fault (RFC 9110, 15.6). 501 belongs to `method-not-allowed-declared`. */
export const notAServerError: Check = defineCheck({
  id: 'not-a-server-error',
  title: 'The server never fails',
  severity: 'critical',
  appliesTo: () => true,
  verify: (exchange) => {
    const { status } = exchange.answer
    if (status < 500 || status > 599 || status === 501 || policyAllows(exchange)) return []
    return [createFinding(notAServerError, exchange, `${describeAnswer(exchange)} is a server error.`)]
  },
})

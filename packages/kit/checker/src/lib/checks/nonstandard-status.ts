import { describeAnswer } from './answer/describe-answer.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** A status is a number from 100 to 599 (RFC 9110, 15). */
export const nonstandardStatus: Check = defineCheck({
  id: 'nonstandard-status',
  title: 'Statuses are those of HTTP',
  severity: 'medium',
  appliesTo: () => true,
  verify: (exchange) => {
    const { status } = exchange.answer
    if (status >= 100 && status <= 599) return []
    return [
      createFinding(
        nonstandardStatus,
        exchange,
        `${describeAnswer(exchange)} has a status outside 100 to 599.`,
      ),
    ]
  },
})

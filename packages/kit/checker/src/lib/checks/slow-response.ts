import { describeAnswer } from './answer/describe-answer.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** An answer comes within the time that the run allows; off unless a limit is set. */
export const slowResponse: Check = defineCheck({
  id: 'slow-response',
  title: 'Answers come in time',
  severity: 'low',
  appliesTo: () => true,
  verify: (exchange) => {
    const {
      answer: { elapsedMs },
      settings: { maxResponseTimeMs },
    } = exchange
    if (maxResponseTimeMs === undefined || elapsedMs <= maxResponseTimeMs) return []
    return [
      createFinding(
        slowResponse,
        exchange,
        `${describeAnswer(exchange)} took longer than ${maxResponseTimeMs} ms.`,
      ),
    ]
  },
})

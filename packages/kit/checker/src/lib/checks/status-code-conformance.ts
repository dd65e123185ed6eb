import { declaredOperation } from './answer/declared-operation.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import { isProtocolRefusal } from './answer/is-protocol-refusal.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { appendTokens } from '../schema/json-pointer.ts'

/** Statuses that another check owns wherever they come from. */
const OWNED_ELSEWHERE = new Set([405])

/** Every status that an operation answers is documented: by itself, by its family, or by `default`. */
export const statusCodeConformance: Check = defineCheck({
  id: 'status-code-conformance',
  title: 'Statuses are documented',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { answer, response } = exchange
    const operation = declaredOperation(exchange)
    if (operation === undefined || response !== undefined || operation.responses.size === 0) return []
    if (answer.status < 100 || answer.status > 499 || OWNED_ELSEWHERE.has(answer.status)) return []
    if (isProtocolRefusal(exchange)) return []
    const message = `${describeAnswer(exchange)} has a status that the document does not name.`
    return [
      createFinding(
        statusCodeConformance,
        exchange,
        message,
        appendTokens(operation.pointer, 'responses'),
        String(answer.status),
      ),
    ]
  },
})

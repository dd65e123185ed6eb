import { declaredOperation } from './answer/declared-operation.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import { requiresCredentials } from './answer/requires-credentials.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/**
 * A request without credentials does not get what the document secures; and where 401 is documented, that is what it gets,
 * not 403 (RFC 9110, 15.5.2).
 */
export const ignoredAuth: Check = defineCheck({
  id: 'ignored-auth',
  title: 'Credentials are asked for',
  severity: 'critical',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    const {
      document,
      case: { auth },
      answer: { status },
      response,
    } = exchange
    if (operation === undefined || auth !== 'none' || !requiresCredentials(document, operation)) return []
    const pointer = operation.security[0]?.pointer
    if (status >= 200 && status < 300) {
      const message = `${describeAnswer(exchange)} is given without credentials.`
      return [createFinding(ignoredAuth, exchange, message, pointer)]
    }
    if (status !== 403 || response === undefined || !operation.responses.has('401')) return []
    const message = `${describeAnswer(exchange)} to a request without credentials should be the documented 401.`
    return [createFinding(ignoredAuth, exchange, message, pointer, '403')]
  },
})

import { declaredOperation } from './answer/declared-operation.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import { requiresCredentials } from './answer/requires-credentials.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** Credentials that nobody issued do not open what the document secures; where only 401 is documented, they get 401, not 403. */
export const invalidAuth: Check = defineCheck({
  id: 'invalid-auth',
  title: 'Credentials are verified',
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
    if (operation === undefined || auth !== 'invalid' || !requiresCredentials(document, operation)) return []
    const pointer = operation.security[0]?.pointer
    if (status >= 200 && status < 300) {
      const message = `${describeAnswer(exchange)} is given to invalid credentials.`
      return [createFinding(invalidAuth, exchange, message, pointer)]
    }
    const isMistaken403 = status === 403 && operation.responses.has('401') && !operation.responses.has('403')
    if (!isMistaken403 || response === undefined) return []
    const message = `${describeAnswer(exchange)} to invalid credentials should be the documented 401.`
    return [createFinding(invalidAuth, exchange, message, pointer, '403')]
  },
})

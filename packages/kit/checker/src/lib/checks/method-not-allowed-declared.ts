import { declaredOperation } from './answer/declared-operation.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import { matchingPaths } from './answer/matching-paths.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { policyAllows } from './policy-allows.ts'

/**
 * A declared operation is implemented: it answers neither 405 nor 501. Silent where another template fits the target too,
 * and where the document names 405 for requests that are not valid.
 */
export const methodNotAllowedDeclared: Check = defineCheck({
  id: 'method-not-allowed-declared',
  title: 'Declared operations are implemented',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      document,
      case: { request, path },
      answer: { status },
      verdict,
    } = exchange
    const operation = declaredOperation(exchange)
    if (operation === undefined || (status !== 405 && status !== 501) || policyAllows(exchange)) return []
    if (matchingPaths(document, request.target).some((template) => template !== path)) return []
    if (status === 405 && verdict?.isValid !== true && operation.responses.has('405')) return []
    return [
      createFinding(
        methodNotAllowedDeclared,
        exchange,
        `${describeAnswer(exchange)} says that the operation is not there.`,
      ),
    ]
  },
})

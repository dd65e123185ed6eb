import { appendTokens } from '../schema/json-pointer.ts'
import { declaredOperation } from './answer/declared-operation.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import { isUnacceptable } from './answer/is-unacceptable.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/**
 * A request that accepts a documented media type, or says nothing, is not told 406 (RFC 9110, 12.5.1). An undocumented 406
 * belongs to `status-code-conformance`.
 */
export const notAcceptableValidAccept: Check = defineCheck({
  id: 'not-acceptable-valid-accept',
  title: 'Documented media types can be had',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    const { answer, response } = exchange
    if (
      operation === undefined ||
      answer.status !== 406 ||
      response === undefined ||
      isUnacceptable(exchange)
    )
      return []
    const message = `${describeAnswer(exchange)} refuses to give a media type that the document offers.`
    return [
      createFinding(
        notAcceptableValidAccept,
        exchange,
        message,
        appendTokens(operation.pointer, 'responses'),
      ),
    ]
  },
})

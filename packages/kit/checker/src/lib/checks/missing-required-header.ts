import { describeAnswer } from './answer/describe-answer.ts'
import { findAcceptedFault } from './answer/find-accepted-fault.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** A request without a header that the document requires is refused. */
export const missingRequiredHeader: Check = defineCheck({
  id: 'missing-required-header',
  title: 'Required headers are required',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const fault = findAcceptedFault(exchange)
    if (fault?.location !== 'header' || fault.keyword !== 'required') return []
    const message = `${describeAnswer(exchange)} accepts a request without the required header ${fault.name}.`
    return [createFinding(missingRequiredHeader, exchange, message, fault.pointer)]
  },
})

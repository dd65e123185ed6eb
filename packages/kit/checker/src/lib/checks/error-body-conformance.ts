import { findBodyFaults } from './answer/find-body-faults.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/**
 * The body of an error is there, is well-formed and keeps its schema. One finding per answer: an error of another shape
 * breaks many statements at once, and is one fault.
 */
export const errorBodyConformance: Check = defineCheck({
  id: 'error-body-conformance',
  title: 'Errors have their documented shape',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) =>
    exchange.answer.status < 400
      ? []
      : findBodyFaults(exchange)
          .slice(0, 1)
          .map(({ message, pointer, kind }) =>
            createFinding(errorBodyConformance, exchange, message, pointer, kind),
          ),
})

import { findAcceptedFault } from './answer/find-accepted-fault.ts'
import { findBodyFaults } from './answer/find-body-faults.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/**
 * The body of a successful answer is there, is well-formed and keeps its schema. Errors belong to `error-body-conformance`. An invalid
 * request that was accepted is one fault: that its data come back as they were sent, then or later, is not another.
 */
export const responseSchemaConformance: Check = defineCheck({
  id: 'response-schema-conformance',
  title: 'Bodies keep their schema',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) =>
    exchange.answer.status >= 400 || [exchange, ...exchange.history].some(findAcceptedFault)
      ? []
      : findBodyFaults(exchange).map(({ message, pointer, kind }) =>
          createFinding(responseSchemaConformance, exchange, message, pointer, kind),
        ),
})

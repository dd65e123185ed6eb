import { declaredOperation } from './answer/declared-operation.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** 401 says how to authenticate: it has `WWW-Authenticate` (RFC 9110, 15.5.2). Only where the document secures the operation. */
export const missingWwwAuthenticate: Check = defineCheck({
  id: 'missing-www-authenticate',
  title: '401 says how to authenticate',
  severity: 'low',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    const { answer } = exchange
    if (operation === undefined || operation.security.length === 0 || answer.status !== 401) return []
    if (answer.header('www-authenticate') !== undefined) return []
    return [
      createFinding(
        missingWwwAuthenticate,
        exchange,
        `${describeAnswer(exchange)} has no WWW-Authenticate header.`,
      ),
    ]
  },
})

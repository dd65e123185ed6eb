import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** Methods that create nothing (RFC 9110, 9.3). PATCH may (RFC 5789, 2). */
const CREATES_NOTHING = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'])

/** 201 comes only from methods that can create (RFC 9110, 15.3.2). An undocumented 201 belongs to `status-code-conformance`. */
export const misleadingCreated: Check = defineCheck({
  id: 'misleading-created',
  title: '201 means created',
  severity: 'low',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { request },
      answer,
      response,
    } = exchange
    if (answer.status !== 201 || response === undefined || !CREATES_NOTHING.has(request.method)) return []
    const message = `${describeAnswer(exchange)} says that something was created, which ${request.method} never does.`
    return [createFinding(misleadingCreated, exchange, message)]
  },
})

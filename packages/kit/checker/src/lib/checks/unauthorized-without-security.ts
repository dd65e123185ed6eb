import { declaredOperation } from './answer/declared-operation.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/**
 * An operation that the document leaves open does not ask for credentials. Silent where the document names 401, and where
 * the body of the request may hold the credentials, as a login does.
 */
export const unauthorizedWithoutSecurity: Check = defineCheck({
  id: 'unauthorized-without-security',
  title: 'Open operations ask for no credentials',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    const { answer, response } = exchange
    if (operation === undefined || answer.status !== 401 || response === undefined) return []
    if (operation.security.length > 0 || operation.responses.has('401')) return []
    if (operation.body !== undefined || operation.parameters.some((parameter) => parameter.in !== 'path'))
      return []
    const message = `${describeAnswer(exchange)} asks for credentials, though the document leaves the operation open.`
    return [createFinding(unauthorizedWithoutSecurity, exchange, message)]
  },
})

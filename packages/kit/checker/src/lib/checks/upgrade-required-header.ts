import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** 426 names the protocol to upgrade to (RFC 9110, 15.5.22). */
export const upgradeRequiredHeader: Check = defineCheck({
  id: 'upgrade-required-header',
  title: '426 names the protocol',
  severity: 'low',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { answer } = exchange
    if (answer.status !== 426 || answer.header('upgrade') !== undefined) return []
    return [
      createFinding(upgradeRequiredHeader, exchange, `${describeAnswer(exchange)} has no Upgrade header.`),
    ]
  },
})

import { describeAnswer } from './answer/describe-answer.ts'
import { findLeak } from './answer/find-leak.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** No answer, whatever its status, shows the insides of the server: stack traces, source files, SQL, debug pages (CWE-209). */
export const leakedInternals: Check = defineCheck({
  id: 'leaked-internals',
  title: 'Internals stay inside',
  severity: 'high',
  appliesTo: () => true,
  verify: (exchange) => {
    const leak = findLeak(exchange)
    return leak === undefined
      ? []
      : [createFinding(leakedInternals, exchange, `${describeAnswer(exchange)} shows ${leak}.`)]
  },
})

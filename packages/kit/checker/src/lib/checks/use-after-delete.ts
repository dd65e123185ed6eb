import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { accuseBoth } from './sequence/accuse-both.ts'
import { becameDeleted } from './sequence/became-deleted.ts'
import { findStep } from './sequence/find-step.ts'
import { outcomeOf } from './sequence/outcome.ts'

/**
 * What was deleted cannot be read any more (RFC 9110, 9.3.5). Silent where the deletion was only accepted, and where the
 * thing now says of itself that it is deleted, cancelled or archived.
 */
export const useAfterDelete: Check = defineCheck({
  id: 'use-after-delete',
  title: 'Deleted means gone',
  severity: 'critical',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'read-after-delete' || outcomeOf(exchange) !== 'done') return []
    const removed = findStep(exchange, 'delete')
    if (removed === undefined || outcomeOf(removed) !== 'done') return []
    const before = exchange.history.findLast(
      ({ case: { operation } }) => operation === exchange.case.operation,
    )
    if (becameDeleted(exchange.answer.json, before?.answer.json)) return []
    const message = `${describeAnswer(exchange)} still shows what ${removed.case.operation?.id ?? 'DELETE'} said it deleted.`
    return accuseBoth(useAfterDelete, [removed, exchange], message)
  },
})

import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { accuseBoth } from './sequence/accuse-both.ts'
import { becameDeleted } from './sequence/became-deleted.ts'
import { findCreated } from './sequence/find-created.ts'
import { findStep } from './sequence/find-step.ts'
import { isSameId } from './sequence/is-same-id.ts'
import { outcomeOf } from './sequence/outcome.ts'
import { readWholeList } from './sequence/read-whole-list.ts'

/**
 * A list no longer shows what was deleted. Silent where the item now says of itself that it is deleted, and where it can
 * still be read: that is `use-after-delete`.
 */
export const listKeepsDeleted: Check = defineCheck({
  id: 'list-keeps-deleted',
  title: 'Lists forget what was deleted',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'list-after-delete') return []
    const removed = findStep(exchange, 'delete')
    if (removed === undefined || outcomeOf(removed) !== 'done') return []
    const created = findCreated(exchange)
    const kept =
      created && readWholeList(created.resource, exchange)?.find(({ id }) => isSameId(id, created.id))
    if (kept === undefined || becameDeleted(kept.value, created?.exchange.answer.json)) return []
    const read = findStep(exchange, 'read-after-delete')
    if (read !== undefined && outcomeOf(read) === 'done') return []
    const message = `${describeAnswer(exchange)} still lists what ${removed.case.operation?.id ?? 'DELETE'} said it deleted.`
    return read === undefined
      ? accuseBoth(listKeepsDeleted, [removed, exchange], message)
      : [createFinding(listKeepsDeleted, exchange, message)]
  },
})

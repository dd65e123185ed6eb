import { type Check, defineCheck } from '../../core/check.ts'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { becameDeleted } from '../../compare/same-values.ts'
import { accuseBoth, findStep, outcomeOf } from '../../compare/facts.ts'

const LEFT_BELOW: Readonly<Record<string, string>> = {
  'read-orphan': 'still shows an item',
  'list-orphans': 'still lists items',
  'create-orphan': 'creates an item',
}

/**
 * Nothing is left below a deleted item, and nothing new can be created there. A list is judged where it documents 404. Keeps silent if the
 * parent can still be read: then it was marked as deleted, not removed.
 */
export const childOutlivesParent: Check = defineCheck({
  id: 'child-outlives-parent',
  title: 'Children of a deleted item still exist',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { step = '', operation } = exchange.case
    const what = LEFT_BELOW[step]
    if (what === undefined || outcomeOf(exchange) !== 'done') return []
    const removed = findStep(exchange, 'delete-parent')
    const parent = findStep(exchange, 'read-parent-gone')
    if (removed === undefined || (parent !== undefined && parent.answer.status < 400)) return []
    if (step === 'list-orphans' && (parent === undefined || operation?.responses.has('404') !== true))
      return []
    const before = findStep(exchange, 'read-created')
    if (step === 'read-orphan' && becameDeleted(exchange.answer.json, before?.answer.json)) return []
    const message = `${describeAnswer(exchange)} ${what} below the parent that ${removed.case.operation?.id ?? 'DELETE'} deleted.`
    return accuseBoth(childOutlivesParent, [removed, exchange], message)
  },
})

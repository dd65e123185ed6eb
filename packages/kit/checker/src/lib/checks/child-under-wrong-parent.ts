import type { Exchange } from '../run/exchange.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { commonFields, fieldAgrees } from './sequence/common-fields.ts'
import { readCreated, type Created } from './sequence/find-created.ts'
import { findStep } from './sequence/find-step.ts'
import { outcomeOf } from './sequence/outcome.ts'
import { pairThings, readSent, readShown } from './sequence/read-things.ts'

/**
 * A child is found under its own parent only. Where ids are counted anew under each parent, the answer must also show what
 * was sent, or it may be another child of the same number.
 */
export const childUnderWrongParent: Check = defineCheck({
  id: 'child-under-wrong-parent',
  title: 'Children stay with their parent',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'wrong-parent' || outcomeOf(exchange) !== 'done') return []
    const step = findStep(exchange, 'create')
    const created = step && readCreated(step)
    if (created === undefined || (!isUnique(created) && !showsWhatWasSent(exchange, created.exchange)))
      return []
    const message = `${describeAnswer(exchange)} shows a thing under a parent that it does not belong to.`
    return [createFinding(childUnderWrongParent, exchange, message)]
  },
})

/** A number, or a short text, may exist under every parent. */
const isUnique = ({ id }: Created): boolean => typeof id === 'string' && id.length >= 12

const showsWhatWasSent = (shown: Exchange, write: Exchange): boolean => {
  const [sent, answered] = pairThings(readSent(write), readShown(shown)) ?? []
  if (sent === undefined || answered === undefined) return false
  const fields = commonFields(sent, answered, true).filter(
    ({ left, right }) => right !== undefined && typeof left !== 'boolean',
  )
  return fields.length > 0 && fields.every(fieldAgrees)
}
